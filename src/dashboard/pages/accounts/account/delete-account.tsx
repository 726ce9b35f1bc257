import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { deleteAccount, listAccounts, readAccount } from '../../../../contract/index.ts'
import { load, q, queryClient, useApiMutation } from '../../../api/queries.ts'
import { scopeOf, useScope, useWho, type Scope } from '../../../api/scope.ts'
import { siteInTurn, siteList, type ListedSite, type Site } from '../../../api/sites.ts'
import { DataAge } from '../../../components/DataAge.tsx'
import { Form } from '../../../components/Form.tsx'
import { plural } from '../../../components/format.ts'
import { SiteState } from '../../../components/Mark.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Preflight, type Check } from '../../../components/Preflight.tsx'
import { toast } from '../../../components/toast.ts'
import { useTypedConfirmation } from '../../../components/TypedConfirmation.tsx'
import { paths } from '../../../paths.ts'
import { pageError } from '../../page-error.tsx'
import { useScopeCrumbs } from '../../sites/crumbs.ts'
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
  const accountQuery = q(readAccount, { path })
  const sitesQuery = siteList(scope)
  const { data: account } = useSuspenseQuery(accountQuery)
  const { sites } = useSuspenseQuery(sitesQuery).data
  const states = useQueries({ queries: sites.map((site) => siteInTurn(scope, site.id)) })
  const details = paths.accountDetails(accountId)
  const { field, ready } = useTypedConfirmation(account.email)
  const remove = useApiMutation(deleteAccount, {
    stale: [listAccounts],
    onSuccess: () => {
      toast(`Deleted ${account.name}.`)
      void Promise.resolve(navigate(paths.accounts())).then(() =>
        queryClient.removeQueries({ queryKey: accountQuery.queryKey }),
      )
    },
  })
  const checks: readonly Check[] = sites.length
    ? sites.map((site, i) => siteCheck(scope, site, states[i]?.data))
    : [{ id: 'sites', outcome: 'passes', what: 'The account has no sites.' }]
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
        actions={<DataAge of={[sitesQuery, ...sites.map((site) => siteInTurn(scope, site.id))]} />}
      />
      <Panel title="What stands in the way" aside={sites.length > 0 && plural(sites.length, 'site')}>
        <Preflight label="What stands in the way" checks={checks} />
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

/** A site stands in the way by being there; its state says what it takes. */
function siteCheck(scope: Scope, listed: ListedSite, site: Site | undefined): Check {
  const hindrances = site && hindrancesOf(site)
  const remedy = !site ? (
    'Its state is not known yet.'
  ) : hindrances?.some(({ kind }) => kind === 'blocks') ? (
    <>
      {hindrances.map(({ remedy: what }) => what).join(' ')}{' '}
      <Link to={paths.optimizer(scope, listed.id)}>Optimizer of {listed.host}</Link>
    </>
  ) : (
    <Link to={paths.deleteSite(scope, listed.id)}>Delete {listed.host}</Link>
  )
  return {
    id: listed.id,
    outcome: 'fails',
    what: (
      <>
        <Link to={paths.site(scope, listed.id)}>{listed.host}</Link> {site && <SiteState state={site.optimizer} />}
      </>
    ),
    remedy,
  }
}
