import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { alertStates, type AlertRecord, type AlertRuleRecord, listAlerts } from '../../../contract/index.ts'
import { alertsOf, type AlertScope } from '../../api/alerts.ts'
import { Choice } from '../../components/Choice.tsx'
import { DataTable, type Column } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { EmptyCell } from '../../components/Measured.tsx'
import { NoSuchPage } from '../../components/NoSuchPage.tsx'
import { Paging } from '../../components/Paging.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Stacked } from '../../components/Stacked.tsx'
import { Time } from '../../components/Time.tsx'
import { whyAlert } from '../../format/alerts.ts'
import { plural } from '../../format/format.ts'
import { useListQuery } from '../../hooks/list-state.ts'
import { paths } from '../../paths.ts'
import classes from './alerts.module.css'

const defaults = { per_page: 25 } as const
const refreshMs = 15_000

const stateNames: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Not sent',
}

interface Props {
  scope: AlertScope
  rules: readonly AlertRuleRecord[]
}

/** What was sent to whom, what waits, and why something wasn't sent. */
export function Deliveries({ scope, rules }: Props) {
  const [query, change] = useListQuery(listAlerts.user, defaults)
  const list = useQuery({ ...alertsOf(scope, query), refetchInterval: refreshMs })
  const filtered = query.rule_id !== undefined || query.state !== undefined
  const { data } = list
  if (data === null) return null
  const columns: readonly Column<AlertRecord>[] = [
    {
      id: 'what',
      header: 'Alert',
      grows: true,
      cell: ({ subject, rule_name, account_id }) => (
        <Stacked
          below={
            <span className={classes.text}>
              {rule_name}
              {scope.kind === 'partner' && account_id && (
                <>
                  {' · '}
                  <Link to={paths.account(account_id)}>account</Link>
                </>
              )}
            </span>
          }
        >
          <span className={classes.text}>{subject}</span>
        </Stacked>
      ),
    },
    {
      id: 'to',
      header: 'To',
      names: true,
      cell: ({ target }) =>
        target === null ? <EmptyCell why="not shown" /> : <span className={classes.text}>{target}</span>,
    },
    {
      id: 'state',
      header: 'State',
      names: true,
      cell: (alert) => (
        <Stacked below={<span className={classes.text}>{whyAlert(alert)}</span>}>
          {stateNames[alert.state] ?? alert.state}
          {alert.attempts > 1 && ` · ${plural(alert.attempts, 'attempt')}`}
        </Stacked>
      ),
    },
    { id: 'when', header: 'When', cell: (alert) => <When alert={alert} /> },
  ]
  return (
    <Panel title="Deliveries" bare={(data?.rows.length ?? 0) > 0}>
      <div className={classes.filters}>
        <Choice
          label="Rule"
          labelShown
          value={query.rule_id ?? ''}
          options={[{ value: '', label: 'All' }, ...rules.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(value) => change({ rule_id: value || undefined, page: 1 })}
        />
        <Choice
          label="State"
          labelShown
          value={query.state ?? ''}
          options={[
            { value: '', label: 'All' },
            ...alertStates.map((value) => ({ value, label: stateNames[value] ?? value })),
          ]}
          onChange={(value) => change({ state: alertStates.find((state) => state === value), page: 1 })}
        />
      </div>
      {list.error && !data ? (
        <ErrorState error={list.error} title="Couldn’t load the deliveries." onRetry={() => void list.refetch()} />
      ) : !data ? (
        <p role="status">Loading…</p>
      ) : data.rows.length > 0 ? (
        <DataTable
          label="Deliveries"
          columns={columns}
          rows={data.rows}
          rowKey={({ id }) => id}
          busy={list.isPlaceholderData}
        />
      ) : query.page > 1 ? (
        <NoSuchPage page={query.page} onFirst={() => change({ page: 1 })} />
      ) : (
        <EmptyState title={filtered ? 'No delivery matches' : 'Nothing has been sent yet'}>
          {filtered
            ? 'Choose another rule or state to see more.'
            : 'What is sent by the rules appears here, with what failed and why. Send a test to see one.'}
        </EmptyState>
      )}
      {data && (data.rows.length > 0 || query.page > 1) && (
        <Paging
          page={query.page}
          perPage={query.per_page}
          total={data.total_entries}
          shown={data.rows.length}
          what="deliveries"
          onChange={change}
        />
      )}
    </Panel>
  )
}

/** When it was sent; when it's tried next, if it waits. */
function When({ alert: { created_at, next_at, sent_at } }: { alert: AlertRecord }) {
  if (sent_at !== null || next_at === null) return <Time at={sent_at ?? created_at} />
  return (
    <Stacked
      below={
        <>
          Next attempt: <Time at={next_at} withoutZone />
        </>
      }
    >
      <Time at={created_at} />
    </Stacked>
  )
}
