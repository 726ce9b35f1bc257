import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AccountIncident, type Trouble, verdictOf } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { fullNumber, plural } from '../../kit/format/format.ts'
import { paths } from '../../paths.ts'
import { VerdictCell } from '../incidents/VerdictCell.tsx'
import { incidentRefreshMs, openIncidentsOfAll } from '../incidents/reads.ts'

/** How many are listed here; the alerts have them all. */
const shown = 5

interface Props {
  partner: string
  searched: string
  trouble: Trouble | undefined
}

/** Trouble at hosts that are monitored without being sites, so that no site shows it. */
export function OtherHosts({ partner, searched, trouble }: Props) {
  const { data } = useQuery({
    ...openIncidentsOfAll(partner, { at_site: false, ...(searched ? { search_term: searched } : {}) }),
    refetchInterval: incidentRefreshMs,
  })
  const matching = (data?.rows ?? []).filter(
    (incident) => trouble === undefined || verdictOf({ state: '' }, incident).trouble === trouble,
  )
  if (!data || matching.length === 0) return null
  const total = trouble === undefined ? data.total_entries : matching.length
  return (
    <Panel title="Other hosts in trouble" aside={fullNumber(total)} bare>
      <DataTable
        label="Other hosts in trouble"
        columns={columnsFor(partner)}
        rows={matching.slice(0, shown)}
        rowKey={({ id }) => id}
      />
      {total > shown && (
        <p>
          <Link to={paths.alerts({ kind: 'partner', partner })}>See all {plural(total, 'incident')}</Link>
        </p>
      )}
    </Panel>
  )
}

function columnsFor(partner: string): readonly Column<AccountIncident>[] {
  const scopeOf = ({ account_id }: AccountIncident): Scope => ({ kind: 'account', partner, account: account_id })
  return [
    {
      id: 'host',
      header: 'Host',
      names: true,
      phone: 'title',
      cell: (incident) => (
        <Stacked below={<Link to={paths.account(incident.account_id)}>{incident.account_name}</Link>}>
          <Link to={paths.incident(scopeOf(incident), incident.id)}>{incident.host}</Link>
        </Stacked>
      ),
    },
    {
      id: 'verdict',
      header: 'Health',
      grows: true,
      phone: 'line',
      cell: ({ host, severity, kind, cause, partly }) => (
        <VerdictCell
          reader="partner"
          verdict={{ host, trouble: 'other', state: '', severity, kind, cause, partly, incidents: 1 }}
        />
      ),
    },
    {
      id: 'since',
      header: 'Since',
      phone: 'end',
      cell: ({ started_at }) => <Time at={started_at} withoutZone stacked />,
    },
  ]
}
