import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../api/scope.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { IncidentTable } from './IncidentTable.tsx'
import { incidentRefreshMs, openIncidents } from './reads.ts'

interface Props {
  scope: Scope
  /** Part of their names; empty for all. */
  searched: string
}

/** Trouble of an account at hosts that are monitored without being sites, so that no site shows it. */
export function OtherHosts({ scope, searched }: Props) {
  const { data } = useQuery({ ...openIncidents(scope), refetchInterval: incidentRefreshMs })
  const rows = (data?.rows ?? []).filter(
    ({ site_id, host }) => site_id === null && host.includes(searched.toLowerCase()),
  )
  if (rows.length === 0) return null
  return (
    <Panel title="Other hosts in trouble" aside={String(rows.length)} bare>
      <IncidentTable scope={scope} rows={rows} label="Other hosts in trouble" />
    </Panel>
  )
}
