import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { createAccount, newAccount, plans, type InputOf } from '../../../contract/index.ts'
import { planNames } from './plans.ts'
import { partnerQuery } from './partner.ts'
import { change } from '../../api/change.ts'
import { queryClient } from '../../api/queries.ts'
import { partnerOf, useWho } from '../../api/scope.ts'
import { Checkbox } from '../../kit/choices/Checkbox.tsx'
import { FieldRow, Form } from '../../kit/forms/Form.tsx'
import { focusFirst } from '../../kit/forms/field-problems.ts'
import { withoutEmpty, failureOf, useApiForm } from '../../kit/forms/form.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { Select } from '../../kit/choices/Select.tsx'
import { paths } from '../../paths.ts'
import { CertificateCheckbox } from '../sites/CertificateCheckbox.tsx'
import { HostInput } from '../sites/HostInput.tsx'
import { rulesOf } from '../alerts/reads.ts'
import { oneAccountPerEmail } from './email-rule.ts'
import classes from './new-account.module.css'

const empty = {
  email: '',
  site: '',
  first_name: '',
  last_name: '',
  company: '',
  phone: '',
  plan: '',
  ignore_ssl_check: false,
  deferred_host: false,
  deferred_creation: false,
  down_alerts: true,
}

/** Resellers have no default plan. */
const newAccountOfReseller = z.safeExtend(newAccount, { plan: z.enum(plans) })

/** The form fits the kind of partner; where that can't be read, it offers everything. */
export async function loader(): Promise<null> {
  const partner = partnerOf()
  await Promise.all([
    queryClient.prefetchQuery({ ...partnerQuery(partner), retry: false }),
    queryClient.prefetchQuery({ ...rulesOf({ kind: 'partner', partner }), retry: false }),
  ])
  return null
}

function NewAccountPage() {
  const { id: partner } = useWho()
  const navigate = useNavigate()
  const { reseller, addon } = useQuery(partnerQuery(partner)).data ?? {}
  // a service without alerts gives an account no rule
  const offersAlerts = Boolean(useQuery(rulesOf({ kind: 'partner', partner })).data)
  const { form, refuse, ...draft } = useApiForm({
    schema: reseller ? newAccountOfReseller : newAccount,
    empty,
    say: {
      email: 'Enter the account holder’s email address.',
      site: 'Enter the address of the first site.',
      plan: 'Choose a plan.',
    },
    name: `account.${partner}`,
  })
  const create = useMutation({
    mutationFn: (body: InputOf<typeof createAccount>['body']) =>
      change(createAccount, { path: { partner_id: partner }, body }),
    onSuccess: ({ user_id }) => {
      draft.done()
      // going back leads to where the creation began
      void navigate(paths.createdAccount(user_id), { replace: true })
    },
  })
  const submit = form.onSubmit(({ plan, email, site, down_alerts, ...rest }) => {
    const chosen = plans.find((name) => name === plan)
    const body = {
      ...withoutEmpty(rest),
      email,
      site,
      ...(chosen ? { plan: chosen } : {}),
      ...(offersAlerts ? { down_alerts } : {}),
    }
    create.mutate(body, { onError: refuse })
  }, focusFirst)
  const failed = failureOf(create.error, empty, 'The account wasn’t created.')
  const check = (name: 'down_alerts' | 'ignore_ssl_check' | 'deferred_host' | 'deferred_creation') =>
    form.getInputProps(name, { type: 'checkbox' })
  return (
    <>
      <PageHeader title="Create account" crumbs={[{ label: 'Accounts', to: paths.accounts() }]} />
      <PageBody>
        <div className={classes.columns}>
          <Form
            verb="Create account"
            cancelTo={paths.accounts()}
            busy={create.isPending}
            failed={failed}
            onSubmit={submit}
            draft={draft}
          >
            <Panel title="Account holder">
              <TextInput
                name="email"
                type="email"
                label="Email"
                description={[
                  oneAccountPerEmail,
                  form.values.deferred_creation ? 'The welcome email' : 'The welcome email goes there. It',
                  'doesn’t contain the API key: give your customer that yourself if they need it.',
                ].join(' ')}
                withAsterisk
                autoComplete="off"
                {...form.getInputProps('email')}
              />
              <FieldRow>
                <TextInput
                  name="first_name"
                  label="First name"
                  autoComplete="off"
                  {...form.getInputProps('first_name')}
                />
                <TextInput name="last_name" label="Last name" autoComplete="off" {...form.getInputProps('last_name')} />
              </FieldRow>
              <FieldRow>
                <TextInput name="company" label="Company" autoComplete="off" {...form.getInputProps('company')} />
                <TextInput name="phone" type="tel" label="Phone" autoComplete="off" {...form.getInputProps('phone')} />
              </FieldRow>
              {offersAlerts && !form.values.deferred_creation && (
                <Checkbox
                  name="down_alerts"
                  label="Email the account holder when a page is down"
                  description="Creates the alert rule “Down”, which either of you can change later."
                  {...check('down_alerts')}
                />
              )}
            </Panel>
            <Panel title="First site and plan">
              <HostInput
                name="site"
                label="Site"
                note={
                  form.values.deferred_host
                    ? 'Leave it empty if you don’t know it yet.'
                    : 'Its home page is measured right away.'
                }
                isReseller={reseller ?? false}
                {...form.getInputProps('site')}
              />
              <Select
                name="plan"
                label="Plan"
                description="Applies to all sites in the account."
                withAsterisk={reseller ?? false}
                options={[
                  { value: '', label: reseller ? 'Choose a plan' : 'Default (Free)' },
                  ...plans.map((value) => ({ value, label: planNames[value] })),
                ]}
                {...form.getInputProps('plan')}
              />
              {!reseller && <CertificateCheckbox {...check('ignore_ssl_check')} />}
            </Panel>
            {addon !== false && (
              <Panel title={addon ? 'Set up later' : 'Addon partners only'}>
                <Checkbox
                  name="deferred_host"
                  label="The host is a placeholder"
                  description="Nothing is measured or optimized until you change it to a real host."
                  {...check('deferred_host')}
                />
                <Checkbox
                  name="deferred_creation"
                  label="Don’t send the welcome email yet"
                  description="It’s sent when you change the account’s email address to the customer’s."
                  {...check('deferred_creation')}
                />
              </Panel>
            )}
          </Form>
          {reseller !== false && (
            <aside className={classes.rules} aria-label="Requirements">
              <h2>Requirements</h2>
              <p>{reseller ? 'As a reseller:' : 'If you’re a reseller:'}</p>
              <ul>
                <li>Enter the host without https://. A site that answers over HTTPS is measured that way.</li>
                <li>You can’t add root domains. Use www.example.com, not example.com.</li>
                <li>The host must have a CNAME record, not an A record.</li>
                <li>You must choose a plan.</li>
              </ul>
            </aside>
          )}
        </div>
      </PageBody>
    </>
  )
}

export { NewAccountPage as Component }
