import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { updateSiteHost, type InputOf } from '../../../../contract/index.ts'
import { useIsReseller } from '../../accounts/partner.ts'
import { change } from '../../../api/change.ts'
import { load } from '../../../api/queries.ts'
import { partnerOf, scopeOf, useScope } from '../../../api/scope.ts'
import { siteList, siteOf } from '../reads.ts'
import { ActionLink } from '../../../kit/actions/LinkButton.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { focusFirst } from '../../../kit/forms/field-problems.ts'
import { fieldsOf, failureOf, useApiForm } from '../../../kit/forms/form.ts'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { toast } from '../../../kit/feedback/toast.ts'
import { paths } from '../../../paths.ts'
import { CertificateCheckbox } from '../CertificateCheckbox.tsx'
import { HostInput } from '../HostInput.tsx'
import { useScopeCrumbs } from '../../accounts/use-scope-crumbs.ts'

export function loader({ params }: LoaderFunctionArgs) {
  partnerOf()
  return load(siteOf(scopeOf(params), params['siteId'] ?? ''))
}

function ChangeHostPage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const navigate = useNavigate()
  const { data: site } = useSuspenseQuery(siteOf(scope, siteId))
  const first = useQuery(siteList(scope)).data?.sites[0]
  const isReseller = useIsReseller(scope)
  const page = paths.site(scope, siteId)
  const crumbs = [...useScopeCrumbs(scope), { label: site.host, to: page }]
  const { form, refuse, ...draft } = useApiForm({
    schema: fieldsOf(updateSiteHost),
    empty: { new_host: '', ignore_ssl_check: false },
    say: { new_host: 'Enter the new host name.' },
    check: ({ new_host }): Record<string, string> =>
      site.optimizer !== null && hostIn(new_host) === site.host ? { new_host: 'This is already the site’s host.' } : {},
    name: `host.${siteId}`,
  })
  const mutation = useMutation({
    mutationFn: (input: InputOf<typeof updateSiteHost>) => change(updateSiteHost, input),
    onSuccess: ({ host }) => {
      draft.done()
      toast(`Host changed to ${host}`)
      void navigate(page)
    },
  })
  const submit = form.onSubmit((body) => {
    if (scope.kind !== 'account') return
    const path = { partner_id: scope.partner, account_id: scope.account, site_id: siteId }
    mutation.mutate({ path, body }, { onError: refuse })
  }, focusFirst)
  const failed = failureOf(mutation.error, form.values, 'The host wasn’t changed.')
  return (
    <>
      <PageHeader title="Change host" documentTitle={`Change host · ${site.host}`} crumbs={crumbs} />
      <PageBody>
        {first && first.id !== siteId && (
          <Notice tone="warning">
            Only the host of the account’s first site can be changed. That seems to be{' '}
            <ActionLink to={paths.changeHost(scope, first.id)}>{first.host}</ActionLink>. To use another host here, add
            a site and delete this one.
          </Notice>
        )}
        <Form
          verb="Change host"
          cancelTo={page}
          busy={mutation.isPending}
          failed={failed}
          onSubmit={submit}
          draft={draft}
        >
          {site.optimizer === null ? (
            <p>
              With a real host, the site gets a service CNAME, a preview address and a monitor of its home page. It goes
              live once the host’s DNS points to the service.
            </p>
          ) : (
            <p>
              The home page’s monitor moves to the new host and keeps its samples. The cache is emptied. Profiles and
              the service CNAME stay the same. A site that is active or in trial returns to preview until the service
              finds the new host’s DNS records.
            </p>
          )}
          <HostInput
            name="new_host"
            label="New host"
            isReseller={isReseller ?? false}
            note={`It replaces ${site.host}.`}
            {...form.getInputProps('new_host')}
          />
          {!isReseller && <CertificateCheckbox {...form.getInputProps('ignore_ssl_check', { type: 'checkbox' })} />}
        </Form>
      </PageBody>
    </>
  )
}

export { ChangeHostPage as Component }

/** The host of an address or a bare host. */
function hostIn(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`
  return URL.canParse(address) ? new URL(address).host : undefined
}
