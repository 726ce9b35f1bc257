import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { listAccounts, type ReplyOf } from '../../../contract/index.ts'
import { q } from '../../api/queries.ts'
import { useWho } from '../../api/scope.ts'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Found } from '../../kit/reading/Found.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { SearchField } from '../../kit/choices/SearchField.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { plural } from '../../kit/format/format.ts'
import { asPartner, paths } from '../../paths.ts'

type Account = ReplyOf<typeof listAccounts>['accounts'][number]

const maxShown = 10

/** Shown to a partner who opens an account holder's link to a page that every account has. */
export function AccountChooser() {
  const { id: partner } = useWho()
  const { pathname, search } = useLocation()
  const [term, setTerm] = useState('')
  const found = useQuery({
    ...q(listAccounts, {
      path: { partner_id: partner },
      query: { search_term: term || undefined, per_page: maxShown, direction: 'asc' },
    }),
    placeholderData: keepPreviousData,
  })
  const columns: readonly Column<Account>[] = [
    {
      id: 'name',
      header: 'Name',
      names: true,
      phone: 'title',
      cell: ({ id, name }) => <Link to={asPartner(pathname + search, id) ?? paths.account(id)}>{name}</Link>,
    },
    { id: 'email', header: 'Email', grows: true, phone: 'line', cell: ({ email }) => email },
  ]
  const accounts = found.data?.accounts ?? []
  const more = (found.data?.total_entries ?? 0) - accounts.length
  return (
    <>
      <PageHeader title="Which account?" crumbs={[{ label: 'Accounts', to: paths.accounts() }]} />
      <Panel bare title="Choose the account">
        <p>
          This is an account holder’s link. It doesn’t say which account it’s for. Choose one to open the same page.
        </p>
        <Toolbar>
          <SearchField label="Search name or email" value={term} onSearch={setTerm} />
        </Toolbar>
        {found.error && !found.data ? (
          <ErrorState error={found.error} title="Couldn’t load your accounts." onRetry={() => void found.refetch()} />
        ) : accounts.length > 0 ? (
          <DataTable
            label="Accounts"
            columns={columns}
            rows={accounts}
            rowKey={({ id }) => id}
            busy={found.isPlaceholderData}
          />
        ) : null}
        <Found
          count={found.isPlaceholderData ? undefined : found.data?.total_entries}
          what={['account', 'accounts']}
          searched={term}
        >
          {term ? `No accounts match “${term}”.` : 'You have no accounts yet.'}
        </Found>
        {found.isPending && <p>Loading your accounts…</p>}
        {more > 0 && <p>{plural(more, 'more account')}. Search to find them.</p>}
      </Panel>
    </>
  )
}
