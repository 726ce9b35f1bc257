import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { severities } from '../../../contract/index.ts'
import { causeInWords } from '../../../words/incidents.ts'
import { openIncidentsOf, type OpenIncident } from './reads.ts'
import type { AnyScope, Scope } from '../../api/scope.ts'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { adviceAfterChange, ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { QueryPanel } from '../../kit/reading/QueryPanel.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import { fullNumber } from '../../kit/format/format.ts'
import { paths } from '../../paths.ts'
import { AcknowledgeButton } from '../incidents/AcknowledgeButton.tsx'
import { Acknowledged, kindInWords } from '../incidents/incident-facts.tsx'
import classes from './alerts.module.css'

const refreshMs = 30_000
/** Rules and deliveries below stay in reach. */
const shownFirst = 5

/** What is wrong now. Of what somebody has acknowledged, alerts report the end only. */
export function OpenIncidents({ scope }: { scope: AnyScope }) {
  const scopeOf = ({ account_id = '' }: OpenIncident): Scope =>
    scope.kind === 'partner' ? { kind: 'account', partner: scope.partner, account: account_id } : scope
  const isPhone = useIsPhone()
  const [failed, setFailed] = useState<unknown>(null)
  const [params, setParams] = useAddress()
  const isWhole = params.get('open') === 'all'
  const query = { ...openIncidentsOf(scope), refetchInterval: refreshMs }
  const since: Column<OpenIncident> = {
    id: 'since',
    header: 'Since',
    cell: ({ started_at }) => <Time at={started_at} withoutZone stacked />,
  }
  const columns: readonly Column<OpenIncident>[] = [
    {
      id: 'what',
      header: 'Incident',
      grows: true,
      phone: 'title',
      cell: (incident) => {
        const { id, severity, host, started_at, acknowledged_at, account_id, account_name } = incident
        return (
          <Stacked
            below={
              <>
                {causeInWords(incident)}
                {account_id !== undefined && (
                  <>
                    {' · '}
                    {isPhone ? account_name : <Link to={paths.account(account_id)}>{account_name}</Link>}
                  </>
                )}
                {isPhone && (
                  <span className={classes.line}>
                    Started <Time at={started_at} agoOnly />
                  </span>
                )}
                {acknowledged_at !== null && (
                  <span className={classes.line}>
                    <Acknowledged incident={incident} />
                  </span>
                )}
              </>
            }
          >
            <Verdict severity={severities[severity] ?? 'critical'}>
              <span className={classes.text}>
                {kindInWords(scopeOf(incident), incident)}:{' '}
                <span className={classes.host}>
                  <Link to={paths.incident(scopeOf(incident), id)}>{host}</Link>
                </span>
              </span>
            </Verdict>
          </Stacked>
        )
      },
    },
    ...(isPhone ? [] : [since]),
    {
      id: 'change',
      header: 'Actions',
      buttons: true,
      phone: 'line',
      cell: (incident) => <AcknowledgeButton scope={scopeOf(incident)} incident={incident} onError={setFailed} />,
    },
  ]
  return (
    <QueryPanel query={query} what="the open incidents">
      {(reply) =>
        reply && (
          <Panel title="Open incidents" aside={fullNumber(reply.total_entries)} bare={reply.rows.length > 0}>
            {failed !== null && (
              <ErrorState
                error={failed}
                title="Couldn’t change the acknowledgement."
                advice={adviceAfterChange(failed)}
              />
            )}
            {reply.rows.length > 0 ? (
              <>
                <DataTable
                  label="Open incidents"
                  columns={columns}
                  rows={isWhole ? reply.rows : reply.rows.slice(0, shownFirst)}
                  rowKey={({ id }) => id}
                />
                {reply.rows.length > shownFirst && (
                  <div>
                    <Button
                      variant="default"
                      aria-expanded={isWhole}
                      onClick={() =>
                        setParams(withParam('open', isWhole ? null : 'all'), {
                          replace: true,
                          preventScrollReset: true,
                        })
                      }
                    >
                      {isWhole ? `Show the first ${shownFirst}` : `Show all ${fullNumber(reply.rows.length)}`}
                    </Button>
                  </div>
                )}
                {isWhole && reply.total_entries > reply.rows.length && (
                  <p>
                    Showing {fullNumber(reply.rows.length)} of {fullNumber(reply.total_entries)}.
                  </p>
                )}
              </>
            ) : (
              <p>No open incidents.</p>
            )}
          </Panel>
        )
      }
    </QueryPanel>
  )
}
