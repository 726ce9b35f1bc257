import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { deleteAccountSite, type PathParams } from '../../../../contract/index.ts'
import { markStale } from '../../../api/change.ts'
import { call } from '../../../api/client.ts'
import { load } from '../../../api/queries.ts'
import { useIsReseller } from '../../accounts/partner.ts'
import { partnerOf, scopeOf, useScope } from '../../../api/scope.ts'
import { siteOf } from '../reads.ts'
import { Form } from '../../../kit/forms/Form.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Preflight, type Check } from '../../../kit/feedback/Preflight.tsx'
import { toast } from '../../../kit/feedback/toast.ts'
import { useTypedConfirmation } from '../../../kit/forms/TypedConfirmation.tsx'
import { paths } from '../../../paths.ts'
import { useScopeCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { deletionBlockers } from '../deletion.ts'

export function loader({ params }: LoaderFunctionArgs) {
  partnerOf()
  return load(siteOf(scopeOf(params), params['siteId'] ?? ''))
}

function DeleteSitePage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const navigate = useNavigate()
  const { data: site } = useSuspenseQuery(siteOf(scope, siteId))
  const page = paths.site(scope, siteId)
  const crumbs = [...useScopeCrumbs(scope), { label: site.host, to: page }]
  const { field, isReady } = useTypedConfirmation(site.host)
  const remove = useMutation({
    mutationFn: (path: PathParams<typeof deleteAccountSite>) => call(deleteAccountSite, { path }),
    onSuccess: async () => {
      toast(`${site.host} deleted`)
      await markStale('sites.delete', 'none')
      await navigate(paths.sites(scope))
    },
  })
  const blockers = deletionBlockers(site, useIsReseller(scope))
  const checks = blockers.map(({ kind, reason, remedy, where }): Check => ({
    id: reason,
    outcome: kind === 'certain' ? 'fails' : 'may',
    what: reason,
    remedy: (
      <>
        {remedy}{' '}
        {where && (
          <Link to={where === 'optimizer' ? paths.optimizer(scope, siteId) : page}>
            {where === 'optimizer' ? 'Go to the optimizer' : 'See the DNS record'}
          </Link>
        )}
      </>
    ),
  }))
  const isBlocked = blockers.some(({ kind }) => kind === 'certain')
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (scope.kind !== 'account' || !isReady) return
    remove.mutate({ partner_id: scope.partner, account_id: scope.account, site_id: siteId })
  }
  return (
    <>
      <PageHeader title="Delete site" documentTitle={`Delete site · ${site.host}`} crumbs={crumbs} />
      <PageBody>
        {checks.length > 0 && (
          <Panel title="Before you can delete this site">
            <Preflight label="Before you can delete this site" checks={checks} />
          </Panel>
        )}
        {isBlocked ? (
          <p>
            You can’t delete this site yet. <Link to={page}>Back to {site.host}</Link>
          </p>
        ) : (
          <Form
            verb="Delete site"
            danger
            ready={isReady}
            cancelTo={page}
            busy={remove.isPending}
            failed={remove.error && { error: remove.error, title: 'The site wasn’t deleted.' }}
            onSubmit={submit}
          >
            <p>
              {site.host} will be deleted with its home page’s monitor, samples, traffic data and settings. Other
              monitors of the host stay. This can’t be undone.
            </p>
            {field}
          </Form>
        )}
      </PageBody>
    </>
  )
}

export { DeleteSitePage as Component }
