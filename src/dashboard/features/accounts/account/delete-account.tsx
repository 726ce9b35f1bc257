import { ActionLink } from '../../../kit/actions/LinkButton.tsx'
import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import { useMutation, useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { deleteAccount } from '../../../../contract/index.ts'
import { accountQuery } from '../reads.ts'
import { markStale } from '../../../api/change.ts'
import { call } from '../../../api/client.ts'
import { load } from '../../../api/queries.ts'
import { useIsReseller } from '../partner.ts'
import { scopeOf, useScope, useWho, type Scope } from '../../../api/scope.ts'
import { queuedSite } from '../../sites/queued-site.ts'
import { siteList, type ListedSite, type Site } from '../../sites/reads.ts'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { reasonOf } from '../../../kit/feedback/ErrorState.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { plural } from '../../../kit/format/format.ts'
import { SiteState } from '../../sites/SiteState.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Preflight } from '../../../kit/feedback/Preflight.tsx'
import { toast } from '../../../kit/feedback/toast.ts'
import { useTypedConfirmation } from '../../../kit/forms/TypedConfirmation.tsx'
import { paths } from '../../../paths.ts'
import { pageError } from '../../errors/page-error.tsx'
import { useScopeCrumbs } from '../use-scope-crumbs.ts'
import { deletionBlockers } from '../../sites/deletion.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return load(siteList(scopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Delete account' })

/** The service deletes an account only once it has no sites, so any left are listed with what to do about each. */
function DeleteAccountPage() {
  const { id: partner } = useWho()
  const scope = useScope()
  const crumbs = useScopeCrumbs(scope)
  const { accountId = '' } = useParams()
  const navigate = useNavigate()
  const sitesQuery = siteList(scope)
  const { data: account } = useSuspenseQuery(accountQuery(partner, accountId))
  const { sites } = useSuspenseQuery(sitesQuery).data
  const isReseller = useIsReseller(scope)
  const states = useQueries({ queries: sites.map((site) => queuedSite(scope, site.id)) })
  const details = paths.accountDetails(accountId)
  const { field, isReady } = useTypedConfirmation(account.email)
  const remove = useMutation({
    mutationFn: () => call(deleteAccount, { path: { partner_id: partner, account_id: accountId } }),
    onSuccess: async () => {
      toast(`${account.name} deleted`)
      await markStale('accounts.delete', 'none')
      await navigate(paths.accounts())
    },
  })
  const columns: readonly Column<RemainingSite>[] = [
    {
      id: 'host',
      header: 'Site',
      names: true,
      cell: ({ listed }) => <Link to={paths.site(scope, listed.id)}>{listed.host}</Link>,
    },
    { id: 'state', header: 'Optimizer', cell: ({ site, failure }) => <State site={site} failure={failure} /> },
    { id: 'remedy', header: 'What to do', grows: true, cell: ({ site }) => site && remedyOf(site, isReseller) },
    {
      id: 'next',
      header: 'Next step',
      cell: ({ listed, site }) => <NextStep scope={scope} listed={listed} site={site} />,
    },
  ]
  const remaining = sites.map((listed, i) => ({ listed, site: states[i]?.data, failure: states[i]?.error }))
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (isReady) remove.mutate()
  }
  return (
    <>
      <PageHeader
        title="Delete account"
        documentTitle={`Delete account · ${account.name}`}
        crumbs={[...crumbs, { label: 'Account', to: details }]}
        actions={<LastUpdated of={[sitesQuery, ...sites.map((site) => queuedSite(scope, site.id))]} />}
      />
      <PageBody>
        <Panel
          bare={sites.length > 0}
          title={sites.length > 0 ? 'Before you can delete this account' : 'Ready to delete'}
          aside={sites.length > 0 && plural(sites.length, 'site')}
        >
          {sites.length > 0 ? (
            <DataTable
              label="Sites to delete first"
              columns={columns}
              rows={remaining}
              rowKey={({ listed }) => listed.id}
            />
          ) : (
            <Preflight
              label="Checks before the deletion"
              checks={[{ id: 'sites', outcome: 'passes', what: 'The account has no sites.' }]}
            />
          )}
        </Panel>
        {sites.length > 0 ? (
          <p>
            You can’t delete {account.name} while it has sites. Delete its sites first.{' '}
            <Link to={details}>Back to the account</Link>
          </p>
        ) : (
          <Form
            verb="Delete account"
            danger
            ready={isReady}
            cancelTo={details}
            busy={remove.isPending}
            failed={remove.error && { error: remove.error, title: 'The account wasn’t deleted.' }}
            onSubmit={submit}
          >
            <p>
              {account.name} will be deleted with its monitors, tests, samples and alert rules, and its API key will
              stop working. This can’t be undone.
            </p>
            {field}
          </Form>
        )}
      </PageBody>
    </>
  )
}

export { DeleteAccountPage as Component }

interface RemainingSite {
  readonly listed: ListedSite
  /** Undefined until it has loaded. */
  readonly site: Site | undefined
  readonly failure: Error | null | undefined
}

function State({ site, failure }: Pick<RemainingSite, 'site' | 'failure'>) {
  if (site) return <SiteState state={site.optimizer} since={site.state_since} />
  return failure ? <EmptyCell why={reasonOf(failure)} /> : <span aria-label="Loading">…</span>
}

function remedyOf(site: Site, isReseller: boolean | undefined): string {
  const blockers = deletionBlockers(site, isReseller)
  if (blockers.length === 0) return 'Ready to delete.'
  return blockers.map(({ kind, reason, remedy }) => (kind === 'possible' ? `${reason} ${remedy}` : remedy)).join(' ')
}

function NextStep({ scope, listed, site }: { scope: Scope } & Pick<RemainingSite, 'listed' | 'site'>) {
  const isReseller = useIsReseller(scope)
  const blocker = site && deletionBlockers(site, isReseller).find(({ kind }) => kind === 'certain')
  return blocker ? (
    <Link to={blocker.where === 'dns' ? paths.site(scope, listed.id) : paths.optimizer(scope, listed.id)}>
      {blocker.where === 'dns' ? 'DNS record' : 'Optimizer'}
      <VisuallyHidden> of {listed.host}</VisuallyHidden>
    </Link>
  ) : (
    <ActionLink to={paths.deleteSite(scope, listed.id)}>
      Delete site…<VisuallyHidden> {listed.host}</VisuallyHidden>
    </ActionLink>
  )
}
