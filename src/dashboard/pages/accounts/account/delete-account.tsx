import { VisuallyHidden } from '@mantine/core'
import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { deleteAccount, listAccounts } from '../../../../contract/index.ts'
import { accountQuery } from '../../../api/accounts.ts'
import { load, queryClient, useApiMutation } from '../../../api/queries.ts'
import { scopeOf, useScope, useWho, type Scope } from '../../../api/scope.ts'
import { siteInTurn, siteList, type ListedSite, type Site } from '../../../api/sites.ts'
import { LastUpdated } from '../../../components/LastUpdated.tsx'
import { DataTable, type Column } from '../../../components/DataTable.tsx'
import { reasonOf } from '../../../components/ErrorState.tsx'
import { Form } from '../../../components/Form.tsx'
import { plural } from '../../../format/format.ts'
import { SiteState } from '../../../components/Mark.tsx'
import { EmptyCell } from '../../../components/Measured.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Preflight } from '../../../components/Preflight.tsx'
import { toast } from '../../../stores/toast.ts'
import { useTypedConfirmation } from '../../../components/TypedConfirmation.tsx'
import { paths } from '../../../paths.ts'
import { pageError } from '../../page-error.tsx'
import { useScopeCrumbs } from '../../../hooks/use-scope-crumbs.ts'
import { hindrancesOf } from '../../sites/site/deletion.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return load(siteList(scopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Delete account' })

/** The service deletes an account only once it has no sites: said before, with the way to each of them. */
export function Component() {
  const { id: partner } = useWho()
  const scope = useScope()
  const crumbs = useScopeCrumbs(scope)
  const { accountId = '' } = useParams()
  const navigate = useNavigate()
  const path = { partner_id: partner, account_id: accountId }
  const readQuery = accountQuery(partner, accountId)
  const sitesQuery = siteList(scope)
  const { data: account } = useSuspenseQuery(readQuery)
  const { sites } = useSuspenseQuery(sitesQuery).data
  const states = useQueries({ queries: sites.map((site) => siteInTurn(scope, site.id)) })
  const details = paths.accountDetails(accountId)
  const { field, ready } = useTypedConfirmation(account.email)
  const remove = useApiMutation(deleteAccount, {
    invalidates: [listAccounts],
    onSuccess: () => {
      toast(`Deleted ${account.name}.`)
      void Promise.resolve(navigate(paths.accounts())).then(() =>
        queryClient.removeQueries({ queryKey: readQuery.queryKey }),
      )
    },
  })
  const columns: readonly Column<Standing>[] = [
    {
      id: 'host',
      header: 'Site',
      names: true,
      cell: ({ listed }) => <Link to={paths.site(scope, listed.id)}>{listed.host}</Link>,
    },
    { id: 'state', header: 'Optimizer', cell: ({ site, failure }) => <State site={site} failure={failure} /> },
    { id: 'remedy', header: 'What it takes', grows: true, cell: ({ site }) => site && remedyOf(site) },
    {
      id: 'way',
      header: 'Next step',
      cell: ({ listed, site }) => <Way scope={scope} listed={listed} site={site} />,
    },
  ]
  const standing = sites.map((listed, i) => ({ listed, site: states[i]?.data, failure: states[i]?.error }))
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (ready()) remove.mutate({ path })
  }
  return (
    <>
      <PageHeader
        title="Delete account"
        documentTitle={`Delete account · ${account.name}`}
        crumbs={[...crumbs, { label: 'Account', to: details }]}
        actions={<LastUpdated of={[sitesQuery, ...sites.map((site) => siteInTurn(scope, site.id))]} />}
      />
      <Panel
        bare={sites.length > 0}
        title="What stands in the way"
        aside={sites.length > 0 && plural(sites.length, 'site')}
      >
        {sites.length > 0 ? (
          <DataTable label="Sites in the way" columns={columns} rows={standing} rowKey={({ listed }) => listed.id} />
        ) : (
          <Preflight
            label="What stands in the way"
            checks={[{ id: 'sites', outcome: 'passes', what: 'The account has no sites.' }]}
          />
        )}
      </Panel>
      {sites.length > 0 ? (
        <p>
          {account.name} cannot be deleted while it has sites: delete them first, each where its state allows it.{' '}
          <Link to={details}>Back to the account</Link>
        </p>
      ) : (
        <Form
          verb="Delete account"
          danger
          cancelTo={details}
          busy={remove.isPending}
          failed={remove.error && { error: remove.error, title: 'The account was not deleted.' }}
          onSubmit={submit}
        >
          <p>
            {account.name} goes with its monitors, tests and samples, and its API key stops working. This cannot be
            undone.
          </p>
          {field}
        </Form>
      )}
    </>
  )
}

interface Standing {
  readonly listed: ListedSite
  /** Undefined until it has been read. */
  readonly site: Site | undefined
  readonly failure: Error | null | undefined
}

function State({ site, failure }: Pick<Standing, 'site' | 'failure'>) {
  if (site) return <SiteState state={site.optimizer} />
  return failure ? <EmptyCell why={reasonOf(failure)} /> : <span aria-label="Loading">…</span>
}

function remedyOf(site: Site): string {
  const hindrances = hindrancesOf(site)
  if (hindrances.length === 0) return 'It can be deleted now.'
  return hindrances.map(({ kind, why, remedy }) => (kind === 'may' ? `${why} ${remedy}` : remedy)).join(' ')
}

function Way({ scope, listed, site }: { scope: Scope } & Pick<Standing, 'listed' | 'site'>) {
  const isBlocked = site && hindrancesOf(site).some(({ kind }) => kind === 'blocks')
  return isBlocked ? (
    <Link to={paths.optimizer(scope, listed.id)}>
      Optimizer<VisuallyHidden> of {listed.host}</VisuallyHidden>
    </Link>
  ) : (
    <Link to={paths.deleteSite(scope, listed.id)}>
      Delete site…<VisuallyHidden> {listed.host}</VisuallyHidden>
    </Link>
  )
}
