import { Link } from 'react-router'
import type { AlertRecord } from '../../../contract/index.ts'
import type { AnyScope } from '../../api/scope.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { deliveryState, whyAlert } from './delivery-words.ts'
import { plural } from '../../kit/format/format.ts'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'
import classes from './alerts.module.css'

export const deliveriesRefreshMs = 15_000

interface Props {
  scope: AnyScope
  rows: readonly AlertRecord[]
  /** Leaves out the rule, where all have the same one. */
  withoutRule?: boolean
  busy?: boolean
}

/** Deliveries, each with what became of it. */
export function DeliveryTable({ scope, rows, withoutRule = false, busy = false }: Props) {
  const columns: readonly Column<AlertRecord>[] = [
    {
      id: 'what',
      header: 'Alert',
      grows: true,
      phone: 'title',
      cell: ({ subject, rule_name, account_id }) => {
        const account = scope.kind === 'partner' && account_id !== null && (
          <Link to={paths.account(account_id)}>Open account</Link>
        )
        return (
          <Stacked
            below={
              withoutRule ? (
                account
              ) : (
                <span className={classes.text}>
                  {rule_name}
                  {account && <> · {account}</>}
                </span>
              )
            }
          >
            <span className={classes.text}>{subject}</span>
          </Stacked>
        )
      },
    },
    {
      id: 'to',
      header: 'Recipient',
      names: true,
      cell: ({ target, channel }) => (
        <Stacked below={channel === 'webhook' ? 'Webhook' : 'Email'}>
          {target === null ? (
            <EmptyCell why="not shown" />
          ) : (
            <span className={classes.text}>
              <Breakable text={target} />
            </span>
          )}
        </Stacked>
      ),
    },
    {
      id: 'state',
      header: 'State',
      names: true,
      phone: 'line',
      cell: (alert) => (
        <Stacked below={<span className={classes.text}>{whyAlert(alert)}</span>}>
          {alert.state === 'failed' ? <Verdict severity="error">{stateOf(alert)}</Verdict> : stateOf(alert)}
        </Stacked>
      ),
    },
    { id: 'when', header: 'When', phone: 'end', cell: (alert) => <When alert={alert} /> },
  ]
  return <DataTable label="Deliveries" columns={columns} rows={rows} rowKey={({ id }) => id} busy={busy} />
}

/** `Failed · 29 attempts` */
function stateOf({ state, attempts }: AlertRecord): string {
  return `${deliveryState(state)}${attempts > 1 ? ` · ${plural(attempts, 'attempt')}` : ''}`
}

/** When it was sent; when it's tried next, if it waits. */
function When({ alert: { created_at, next_at, sent_at } }: { alert: AlertRecord }) {
  const isPhone = useIsPhone()
  if (sent_at !== null || next_at === null) return <Time at={sent_at ?? created_at} withoutZone agoOnly={isPhone} />
  return (
    <Stacked
      below={
        <>
          Next attempt: <Time at={next_at} withoutZone planned />
        </>
      }
    >
      <Time at={created_at} withoutZone />
    </Stacked>
  )
}
