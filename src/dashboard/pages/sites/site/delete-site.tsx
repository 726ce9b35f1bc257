import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { deleteAccountSite, listAccountSites, listMonitors } from '../../../../contract/index.ts'
import { load, queryClient, useApiMutation } from '../../../api/queries.ts'
import { partnerOf, scopeOf, useScope } from '../../../api/scope.ts'
import { siteOf } from '../../../api/sites.ts'
import { Form } from '../../../components/Form.tsx'
import { SiteState } from '../../../components/Mark.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Preflight, type Check } from '../../../components/Preflight.tsx'
import { toast } from '../../../stores/toast.ts'
import { useTypedConfirmation } from '../../../components/TypedConfirmation.tsx'
import { paths } from '../../../paths.ts'
import { useScopeCrumbs } from '../../../hooks/use-scope-crumbs.ts'
import { hindrancesOf } from './deletion.ts'

export function loader({ params }: LoaderFunctionArgs) {
  partnerOf()
  return load(siteOf(scopeOf(params), params['siteId'] ?? ''))
}

export function Component() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const navigate = useNavigate()
  const siteQuery = siteOf(scope, siteId)
  const { data: site } = useSuspenseQuery(siteQuery)
  const page = paths.site(scope, siteId)
  const crumbs = [...useScopeCrumbs(scope), { label: site.host, to: page }]
  const { field, ready } = useTypedConfirmation(site.host)
  const remove = useApiMutation(deleteAccountSite, {
    invalidates: [listAccountSites, listMonitors],
    onSuccess: () => {
      toast(`Deleted ${site.host}.`)
      void Promise.resolve(navigate(paths.sites(scope))).then(() =>
        queryClient.removeQueries({ queryKey: siteQuery.queryKey }),
      )
    },
  })
  const hindrances = hindrancesOf(site)
  const checks: readonly Check[] = hindrances.length
    ? hindrances.map(({ kind, why, remedy, where }) => ({
        id: why,
        outcome: kind === 'blocks' ? 'fails' : 'may',
        what: why,
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
    : [
        {
          id: 'state',
          outcome: 'passes',
          what: (
            <>
              The state is <SiteState state={site.optimizer} />, in which a site can be deleted.
            </>
          ),
        },
      ]
  const isBlocked = hindrances.some(({ kind }) => kind === 'blocks')
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (scope.kind !== 'account' || !ready()) return
    remove.mutate({ path: { partner_id: scope.partner, account_id: scope.account, site_id: siteId } })
  }
  return (
    <>
      <PageHeader title="Delete site" documentTitle={`Delete site · ${site.host}`} crumbs={crumbs} />
      <Panel title="What stands in the way">
        <Preflight label="What stands in the way" checks={checks} />
      </Panel>
      {isBlocked ? (
        <p>
          The site cannot be deleted now. <Link to={page}>Back to {site.host}</Link>
        </p>
      ) : (
        <Form
          verb="Delete site"
          danger
          cancelTo={page}
          busy={remove.isPending}
          failed={remove.error && { error: remove.error, title: 'The site was not deleted.' }}
          onSubmit={submit}
        >
          <p>
            {site.host} goes with its key page’s monitor, its samples, its traffic figures and its settings. Nothing of
            it can be brought back.
          </p>
          {field}
        </Form>
      )}
    </>
  )
}
