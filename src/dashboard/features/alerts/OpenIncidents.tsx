import { useState } from 'react'
import { Link } from 'react-router'
import { severities, type IncidentRecord } from '../../../contract/index.ts'
import { causeInWords } from '../../../words/incidents.ts'
import { kindName } from '../../../words/verdict.ts'
import { acknowledge, openIncidentsOf } from './reads.ts'
import type { Scope } from '../../api/scope.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { adviceAfterChange, ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { QueryPanel } from '../../kit/reading/QueryPanel.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { SteadyLabel } from '../../kit/actions/SteadyLabel.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { readerOf } from '../sites/server-words.ts'
import { paths } from '../../paths.ts'
import { Acknowledged } from '../incidents/incident-facts.tsx'
import classes from './alerts.module.css'

const refreshMs = 30_000

const labels = ['Acknowledge', 'Undo'] as const

/** What is wrong now. Of what somebody has acknowledged, alerts report the end only. */
export function OpenIncidents({ scope }: { scope: Scope }) {
  const isPhone = useIsPhone()
  const [failed, setFailed] = useState<unknown>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const query = { ...openIncidentsOf(scope), refetchInterval: refreshMs }
  const change = async ({ id, acknowledged_at }: IncidentRecord) => {
    setBusy(id)
    setFailed(null)
    try {
      await acknowledge(scope, id, acknowledged_at === null)
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(null)
    }
  }
  const since: Column<IncidentRecord> = {
    id: 'since',
    header: 'Since',
    cell: ({ started_at }) => <Time at={started_at} withoutZone stacked />,
  }
  const columns: readonly Column<IncidentRecord>[] = [
    {
      id: 'what',
      header: 'Incident',
      grows: true,
      phone: 'title',
      cell: (incident) => {
        const { id, kind, severity, host, started_at, acknowledged_at } = incident
        return (
          <Stacked
            below={
              <>
                {causeInWords(incident)}
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
                {kindName(kind, readerOf(scope))}:{' '}
                <Link to={paths.incident(scope, id)} className={classes.host}>
                  {host}
                </Link>
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
      cell: (incident) => {
        const isNew = incident.acknowledged_at === null
        return (
          <BusyButton
            variant="default"
            loading={busy === incident.id}
            aria-label={`${isNew ? 'Acknowledge' : 'Undo acknowledgement of'} ${kindName(incident.kind, readerOf(scope))}: ${incident.host}`}
            onClick={() => void change(incident)}
          >
            <SteadyLabel of={labels} shown={isNew ? 'Acknowledge' : 'Undo'} />
          </BusyButton>
        )
      },
    },
  ]
  return (
    <QueryPanel query={query} what="the open incidents">
      {(reply) =>
        reply && (
          <Panel title="Open incidents" aside={String(reply.rows.length)} bare={reply.rows.length > 0}>
            {failed !== null && (
              <ErrorState
                error={failed}
                title="Couldn’t change the acknowledgement."
                advice={adviceAfterChange(failed)}
              />
            )}
            {reply.rows.length > 0 ? (
              <DataTable label="Open incidents" columns={columns} rows={reply.rows} rowKey={({ id }) => id} />
            ) : (
              <p>No open incidents.</p>
            )}
          </Panel>
        )
      }
    </QueryPanel>
  )
}
