import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { createAccountSite, createUserSite } from '../../../contract/index.ts'
import { useIsReseller } from '../accounts/partner.ts'
import { change } from '../../api/change.ts'
import { quotasOf, quotaState } from '../accounts/quotas.ts'
import { useScope } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { Form } from '../../kit/forms/Form.tsx'
import { focusFirst } from '../../kit/forms/field-problems.ts'
import { fieldsOf, failureOf, useApiForm } from '../../kit/forms/form.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { paths } from '../../paths.ts'
import { HostInput } from './HostInput.tsx'
import { useScopeCrumbs } from '../accounts/use-scope-crumbs.ts'

function NewSitePage() {
  const scope = useScope()
  const navigate = useNavigate()
  const crumbs = useScopeCrumbs(scope)
  const quotas = useQuery({ ...quotasOf(scope), retry: false })
  const isReseller = useIsReseller(scope)
  const quota = quotaState(quotas.data, ['sites'])
  const { form, refuse, ...draft } = useApiForm({
    schema: fieldsOf(createAccountSite),
    empty: { host: '' },
    say: { host: 'Enter the site’s host name.' },
    name: `site.${scope.kind === 'account' ? scope.account : scope.user}`,
  })
  const create = useMutation<{ site_id: string; host: string }, Error, string>({
    mutationFn: (host) =>
      scope.kind === 'account'
        ? change(createAccountSite, { path: { partner_id: scope.partner, account_id: scope.account }, body: { host } })
        : change(createUserSite, { body: { host, user_id: scope.user } }),
    onSuccess: ({ site_id, host }) => {
      draft.done()
      toast(`${host} added. Its home page is being measured.`)
      void navigate(paths.site(scope, site_id))
    },
  })
  const submit = form.onSubmit(({ host }) => create.mutate(host, { onError: refuse }), focusFirst)
  const failed = failureOf(create.error, form.values, 'The site wasn’t added.')
  return (
    <>
      <PageHeader title="Add site" crumbs={crumbs} />
      <PageBody>
        <Form
          verb="Add site"
          cancelTo={paths.sites(scope)}
          disabledReason={quota.full}
          busy={create.isPending}
          failed={failed}
          onSubmit={submit}
          draft={draft}
        >
          <HostInput
            name="host"
            label="Host"
            isReseller={isReseller ?? false}
            note={[
              'Its home page is measured right away. Visitors aren’t affected until its DNS points to the service.',
              ...(scope.kind === 'user'
                ? [
                    `Later, only ${session.impersonator() ? 'the partner' : 'your hosting provider'} can change the host or delete the site.`,
                  ]
                : []),
            ].join(' ')}
            {...form.getInputProps('host')}
          />
          {quota.note && <p>{quota.note}</p>}
        </Form>
      </PageBody>
    </>
  )
}

export { NewSitePage as Component }
