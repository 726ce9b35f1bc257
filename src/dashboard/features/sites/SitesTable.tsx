import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../api/scope.ts'
import { figuresOf, type ListedSite } from './reads.ts'
import { LinkButton } from '../../kit/actions/LinkButton.tsx'
import { DataTable } from '../../kit/tables/DataTable.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { useIsNarrow, useIsPhone, useIsWide } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'
import type { Verdicts } from '../incidents/verdicts.ts'
import { figureColumns } from './figure-columns.tsx'
import { figuresInterval } from './refresh-intervals.ts'
import { addressColumns, hostColumn, markColumn, menuColumn, stateColumn, verdictColumn } from './site-columns.tsx'

interface Props {
  sites: readonly ListedSite[]
  scope: Scope
  verdicts: Verdicts | null | undefined
}

/** A scope's sites with what is wrong with them, and what they achieved; without figures, with their addresses instead. */
export function SitesTable({ sites, scope, verdicts }: Props) {
  const isNarrow = useIsNarrow()
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const figures = useQuery({ ...figuresOf(scope), refetchInterval: figuresInterval })
  const bySite = new Map(figures.data?.sites.map((ofSite) => [ofSite.id, ofSite]))
  const columns =
    figures.data === null
      ? [
          hostColumn(scope, { grows: verdicts === null }),
          ...(verdicts === null ? [] : [verdictColumn(scope, { verdicts })]),
          stateColumn(scope),
          ...addressColumns(isNarrow),
        ]
      : [
          ...(verdicts === null ? [] : [markColumn(scope, { verdicts, figures: bySite })]),
          hostColumn(scope, { grows: verdicts === null, withState: !isPhone }),
          ...(verdicts === null
            ? []
            : [verdictColumn(scope, { verdicts, figures: bySite }, { isMarked: true, withState: isPhone })]),
          ...figureColumns(figures, { isNarrow, isPhone, isWide }),
          menuColumn,
        ]
  return <DataTable label="Sites" columns={columns} rows={sites} rowKey={(site) => site.id} />
}

export function NoSites({ scope }: { scope: Scope }) {
  return (
    <EmptyState
      title="No sites yet"
      action={
        <LinkButton variant="default" to={paths.newSite(scope)}>
          Add site
        </LinkButton>
      }
    >
      A site is a host name. Its home page is measured within a minute, and you get an address to preview it at.
    </EmptyState>
  )
}
