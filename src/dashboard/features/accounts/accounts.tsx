import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { listAccounts, severities, type InputOf, type ReplyOf } from '../../../contract/index.ts'
import { load, q } from '../../api/queries.ts'
import { partnerOf, useWho } from '../../api/scope.ts'
import { LinkButton } from '../../kit/actions/LinkButton.tsx'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { Measured } from '../../kit/values/Measured.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { fullNumber, plural } from '../../kit/format/format.ts'
import { planName } from './plans.ts'
import { Found } from '../../kit/reading/Found.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { NoMatch } from '../../kit/feedback/NoMatch.tsx'
import { NoSuchPage } from '../../kit/tables/NoSuchPage.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { readListQuery, useListQuery } from '../../kit/tables/list-state.ts'
import { useIsReloading } from '../../kit/reading/use-is-reloading.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Paging } from '../../kit/tables/Paging.tsx'
import { SearchField } from '../../kit/choices/SearchField.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { paths } from '../../paths.ts'
import { pageError } from '../errors/page-error.tsx'

const ExportAccounts = lazy(lazyWithRetry(() => import('./ExportAccounts.tsx')))

type Account = ReplyOf<typeof listAccounts>['accounts'][number]

/** People expect names from A to Z; the service's default is the reverse. */
const defaults = { per_page: 25, direction: 'asc' } as const

const accountsQuery = (partner: string, query: InputOf<typeof listAccounts>['query']) =>
  q(listAccounts, { path: { partner_id: partner }, query })

export function loader({ request }: LoaderFunctionArgs) {
  const query = readListQuery(listAccounts, new URL(request.url).searchParams, defaults)
  return load(accountsQuery(partnerOf(), query))
}

export const ErrorBoundary = pageError({ title: 'Accounts' })

const columns: readonly Column<Account>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    names: true,
    phone: 'title',
    cell: (account) => <Link to={paths.account(account.id)}>{account.name}</Link>,
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    grows: true,
    phone: 'line',
    cell: (account) => <Breakable text={account.email} />,
  },
  {
    id: 'id',
    header: 'Account ID',
    cell: (account) => <CopyValue value={account.id} what={`account ID of ${account.name}`} short />,
  },
]

/** What the documented API leaves out. */
const moreColumns: readonly Column<Account>[] = [
  {
    id: 'sites',
    header: 'Sites',
    align: 'end',
    cell: ({ sites }) => <Measured value={sites} format={fullNumber} why="not reported" />,
  },
  { id: 'trouble', header: 'Trouble', phone: 'aside', cell: (account) => <TroubleOf account={account} /> },
  { id: 'plan', header: 'Plan', phone: 'end', cell: ({ plan }) => plan && planName(plan) },
  {
    id: 'last_sign_in_at',
    header: 'Last sign-in',
    cell: ({ last_sign_in_at: at }) => <Time at={at ?? null} never="never" withoutZone />,
  },
]

const allColumns = [...columns.slice(0, 2), ...moreColumns, ...columns.slice(2)]

const noBreakSpace = '\u00a0'

/** How many of an account's sites and other monitored hosts are in trouble, with the mark of the worst incident. */
function TroubleOf({ account }: { account: Account }) {
  const { email, troubled_sites: sites = 0, troubled_hosts: hosts = 0, severity = 0 } = account
  const worst = severities[severity]
  if (sites + hosts === 0 || !worst) return null
  const counts = [
    ...(sites > 0 ? [plural(sites, 'site')] : []),
    ...(hosts > 0 ? [plural(hosts, sites > 0 ? 'other host' : 'host')] : []),
  ]
  return (
    <Verdict severity={worst}>
      <Link to={paths.home({ search: email })}>
        {counts.map((count) => count.replaceAll(' ', noBreakSpace)).join(', ')}
      </Link>
    </Verdict>
  )
}

function AccountsPage() {
  const who = useWho()
  const [query, change] = useListQuery(listAccounts, defaults)
  const accounts = accountsQuery(who.id, query)
  const { data } = useSuspenseQuery(accounts)
  const busy = useIsReloading()
  const searchTerm = query.search_term ?? ''
  const [exporting, setExporting] = useState(false)
  return (
    <>
      <PageHeader
        title="Accounts"
        count={data.total_entries}
        add={{ label: 'Create account', to: paths.newAccount() }}
        actions={
          <BusyButton variant="default" loading={exporting} onClick={() => setExporting(true)}>
            Export CSV
          </BusyButton>
        }
      />
      <PageBody>
        {exporting && (
          <Suspense>
            <ExportAccounts partner={who.id} filter={query} onClose={() => setExporting(false)} />
          </Suspense>
        )}
        <Toolbar>
          <SearchField
            label="Search name or email"
            value={searchTerm}
            onSearch={(term) => change({ search_term: term, page: 1 }, { replace: true })}
          />
          <LastUpdated of={[accounts]} />
        </Toolbar>
        <Found count={data.total_entries} what={['account', 'accounts']} searched={searchTerm}>
          <NoAccounts searchTerm={searchTerm} onClear={() => change({ search_term: '', page: 1 })} />
        </Found>
        {data.total_entries > 0 && (
          <>
            {data.accounts.length > 0 ? (
              <DataTable
                label="Accounts"
                columns={data.accounts.some(({ sites }) => sites !== undefined) ? allColumns : columns}
                rows={data.accounts}
                rowKey={(account) => account.id}
                busy={busy}
                sort={{
                  by: query.sort_by,
                  direction: query.direction,
                  onSort: (by, direction) => change({ sort_by: by === 'email' ? 'email' : 'name', direction, page: 1 }),
                }}
              />
            ) : (
              <NoSuchPage page={query.page} onFirst={() => change({ page: 1 })} />
            )}
            <Paging
              page={query.page}
              perPage={query.per_page}
              total={data.total_entries}
              what="accounts"
              onChange={change}
            />
          </>
        )}
      </PageBody>
    </>
  )
}

export { AccountsPage as Component }

function NoAccounts({ searchTerm, onClear }: { searchTerm: string; onClear: () => void }) {
  if (searchTerm) {
    return (
      <NoMatch what="accounts" searched={searchTerm} onShowAll={onClear}>
        The search looks at names and email addresses.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      title="No accounts yet"
      action={
        <LinkButton variant="default" to={paths.newAccount()}>
          Create account
        </LinkButton>
      }
    >
      An account holds one customer’s sites. The first is added with it, and measured within a minute.
    </EmptyState>
  )
}
