import { useQuery } from '@tanstack/react-query'
import { alertStates, type AlertRuleRecord, listAlerts } from '../../../contract/index.ts'
import { alertsOf } from './reads.ts'
import type { AnyScope } from '../../api/scope.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { countOn, Found } from '../../kit/reading/Found.tsx'
import { NoMatch } from '../../kit/feedback/NoMatch.tsx'
import { NoSuchPage } from '../../kit/tables/NoSuchPage.tsx'
import { Paging } from '../../kit/tables/Paging.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { useListQuery } from '../../kit/tables/list-state.ts'
import classes from './alerts.module.css'
import { deliveryState } from './delivery-words.ts'
import { deliveriesRefreshMs, DeliveryTable } from './DeliveryTable.tsx'

const defaults = { per_page: 25 } as const

interface Props {
  scope: AnyScope
  rules: readonly AlertRuleRecord[]
}

/** What was sent to whom, what waits, and why something wasn't sent. */
export function Deliveries({ scope, rules }: Props) {
  const [query, change] = useListQuery(listAlerts.user, defaults)
  const list = useQuery({ ...alertsOf(scope, query), refetchInterval: deliveriesRefreshMs })
  const filtered = query.rule_id !== undefined || query.state !== undefined
  const { data } = list
  if (data === null) return null
  return (
    <Panel title="Deliveries" bare>
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
            ...alertStates.map((value) => ({ value, label: deliveryState(value) })),
          ]}
          onChange={(value) => change({ state: alertStates.find((state) => state === value), page: 1 })}
        />
      </div>
      <Found
        count={data && !list.isPlaceholderData ? countOn(query.page, data.rows.length, data.total_entries) : undefined}
        what={['delivery', 'deliveries']}
        filtered={filtered}
      >
        {filtered ? (
          <NoMatch what="deliveries" onShowAll={() => change({ rule_id: undefined, state: undefined, page: 1 })}>
            Choose another rule or state to see more.
          </NoMatch>
        ) : (
          <EmptyState title="Nothing has been sent yet">
            Everything the rules send appears here, with what failed and why.
          </EmptyState>
        )}
      </Found>
      {list.error && !data ? (
        <ErrorState error={list.error} title="Couldn’t load the deliveries." onRetry={() => void list.refetch()} />
      ) : !data ? (
        <p role="status">Loading…</p>
      ) : data.rows.length > 0 ? (
        <DeliveryTable scope={scope} rows={data.rows} busy={list.isPlaceholderData} />
      ) : (
        query.page > 1 && <NoSuchPage page={query.page} onFirst={() => change({ page: 1 })} />
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
