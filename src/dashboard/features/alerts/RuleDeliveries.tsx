import { Link } from 'react-router'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import { alertsOf } from './reads.ts'
import type { AnyScope } from '../../api/scope.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { QueryPanel } from '../../kit/reading/QueryPanel.tsx'
import { paths } from '../../paths.ts'
import { deliveriesRefreshMs, DeliveryTable } from './DeliveryTable.tsx'

const shown = 5

/** The latest deliveries of a rule. */
export function RuleDeliveries({ scope, rule: { id } }: { scope: AnyScope; rule: AlertRuleRecord }) {
  const query = {
    ...alertsOf(scope, { page: 1, per_page: shown, rule_id: id }),
    refetchInterval: deliveriesRefreshMs,
  }
  return (
    <QueryPanel query={query} what="the deliveries">
      {(reply) =>
        reply && (
          <Panel
            title="Latest deliveries"
            actions={<Link to={paths.alerts(scope, { rule: id })}>All deliveries</Link>}
            bare={reply.rows.length > 0}
          >
            {reply.rows.length > 0 ? (
              <DeliveryTable scope={scope} rows={reply.rows} withoutRule />
            ) : (
              <p>Nothing has been sent yet.</p>
            )}
          </Panel>
        )
      }
    </QueryPanel>
  )
}
