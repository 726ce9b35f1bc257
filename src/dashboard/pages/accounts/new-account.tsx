import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { createAccount, listAccounts, newAccount, plans } from '../../../contract/index.ts'
import { useApiMutation } from '../../api/queries.ts'
import { useWho } from '../../api/scope.ts'
import { FieldRow, Form } from '../../components/Form.tsx'
import { withoutEmpty, isShownAtFields, useApiForm } from '../../components/form.ts'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { paths } from '../../paths.ts'
import { CreatedAccount } from './CreatedAccount.tsx'
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
}

const planNames = { free: 'Free', paid: 'Paid', plus_paid: 'Paid plus' } as const satisfies Record<
  (typeof plans)[number],
  string
>

export function Component() {
  const { id: partner } = useWho()
  const { form, refuse, focusFirst, ...draft } = useApiForm({
    schema: newAccount,
    empty,
    say: { email: 'Enter the account holder’s e-mail.', site: 'Enter the address of the first site.' },
    name: `account.${partner}`,
  })
  const create = useApiMutation(createAccount, { invalidates: [listAccounts], onSuccess: draft.done })
  const submit = form.onSubmit(
    ({ plan, email, site, ...rest }) => {
      const chosen = plans.find((name) => name === plan)
      const body = { ...withoutEmpty(rest), email, site, ...(chosen ? { plan: chosen } : {}) }
      create.mutate({ path: { partner_id: partner }, body }, { onError: refuse })
    },
    (errors) => focusFirst(errors),
  )
  const again = () => {
    create.reset()
    draft.startOver()
  }
  if (create.data) return <CreatedAccount account={create.data} onAgain={again} />

  const failed =
    create.error && !isShownAtFields(create.error, empty)
      ? { error: create.error, title: 'The account was not created.' }
      : null
  const check = (name: 'ignore_ssl_check' | 'deferred_host' | 'deferred_creation') =>
    form.getInputProps(name, { type: 'checkbox' })
  return (
    <>
      <PageHeader title="Create account" crumbs={[{ label: 'Accounts', to: paths.accounts() }]} />
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
              label="E-mail"
              description="A password made by the service is sent there."
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
          </Panel>
          <Panel title="First site and plan">
            <TextInput
              name="site"
              label="Site"
              description="A host name or an address, such as www.example.com. Its home page is measured from the start."
              withAsterisk
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('site')}
            />
            <NativeSelect
              name="plan"
              label="Plan"
              description="Holds for all sites of the account."
              data={[
                { value: '', label: 'None chosen (free)' },
                ...plans.map((value) => ({ value, label: planNames[value] })),
              ]}
              {...form.getInputProps('plan')}
            />
            <Checkbox
              name="ignore_ssl_check"
              label="Check the site’s certificate first"
              description="Refuses the site when its certificate is bad. Sent as ignore_ssl_check=true: in this API, despite the name, true means that the certificate is checked."
              {...check('ignore_ssl_check')}
            />
          </Panel>
          <Panel title="For addon partners">
            <Checkbox
              name="deferred_host"
              label="The host is not a real site yet"
              description="Nothing is measured or optimized until the host is changed to a real one."
              {...check('deferred_host')}
            />
            <Checkbox
              name="deferred_creation"
              label="Hold back the welcome mail"
              description="It is sent when the account’s e-mail is changed."
              {...check('deferred_creation')}
            />
          </Panel>
        </Form>
        <aside className={classes.rules} aria-label="Rules">
          <h2>What the service asks for</h2>
          <p>E-mail and site are required. An e-mail can stand for one account only.</p>
          <p>If you are a reseller:</p>
          <ul>
            <li>an https:// site is not supported;</li>
            <li>a root domain is not supported: use www.example.com, not example.com;</li>
            <li>the host must be a CNAME record, not an A record;</li>
            <li>a plan is required.</li>
          </ul>
          <p>The service says at the field what it does not take; nothing you typed is lost.</p>
        </aside>
      </div>
    </>
  )
}
