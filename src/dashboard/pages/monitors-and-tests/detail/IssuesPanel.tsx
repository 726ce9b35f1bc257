import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { issueGroups, samplesWithIssues, type IssueGroup } from '../../../api/issues.ts'
import type { RangePreset, Span } from '../../../api/range-presets.ts'
import type { Scope } from '../../../api/scope.ts'
import { inRange, rangeInWords } from '../../../charts/range-words.ts'
import { Breakable } from '../../../components/Breakable.tsx'
import { DataTable, type Column } from '../../../components/DataTable.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { FetchProgress } from '../../../components/FetchProgress.tsx'
import { plural, fullNumber } from '../../../format/format.ts'
import { Severity } from '../../../components/Mark.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { issueName } from '../../../../words/issues.ts'
import { Time } from '../../../components/Time.tsx'
import { useFetchAll } from '../../../hooks/use-fetch-all.ts'
import { useRefetchOn } from '../../../hooks/use-refetch-on.ts'
import { useZone } from '../../../stores/preferences.ts'
import { explorerPath } from './ExplorerLink.tsx'

const columnsOf = (toIssue: (issue: string) => string): readonly Column<IssueGroup>[] => [
  { id: 'severity', header: 'Severity', cell: ({ severity }) => <Severity type={severity} /> },
  {
    id: 'code',
    header: 'Issue',
    cell: ({ code }) => (
      <Link to={toIssue(code)} title={`Show samples with this issue (${code})`}>
        {issueName(code)}
      </Link>
    ),
  },
  { id: 'message', header: 'Latest message', grows: true, cell: ({ message }) => <Breakable text={message} /> },
  { id: 'samples', header: 'Samples', align: 'end', cell: ({ samples }) => fullNumber(samples) },
  { id: 'latest', header: 'Last seen', cell: ({ latest }) => <Time at={latest} withoutZone /> },
]

const refreshMs = 60_000

interface Props {
  scope: Scope
  id: string
  range: RangePreset | Span
  /** Whether nothing was measured, so that it's nothing good that there are no issues. */
  unmeasured: 'ever' | 'in range' | undefined
  /** The id of the newest sample, `none` without one; undefined while it isn't known. */
  newest: string | undefined
}

/** The issues in the range, grouped by code. */
export function IssuesPanel({ scope, id, range, unmeasured, newest }: Props) {
  const toIssue = (issue: string) => explorerPath(scope, id, { issue, range })
  const rangeName = rangeInWords(range, useZone())
  const all = useFetchAll(`${id} ${rangeName}`)
  const latest = useQuery({
    ...samplesWithIssues(scope, id, range),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  useRefetchOn(newest, latest.refetch)
  const counted = useQuery({ ...samplesWithIssues(scope, id, range, all.onProgress), enabled: all.isRequested })
  const query = counted.data && all.isRequested ? counted : latest
  const groups = issueGroups(query.data?.samples ?? [])
  const partial = query.data !== undefined && query.data.of > query.data.samples.length
  return (
    <Panel
      bare
      title="Issues"
      aside={
        query.data &&
        !unmeasured &&
        (partial
          ? `in the latest ${fullNumber(query.data.samples.length)} of ${plural(query.data.of, 'sample')} with issues`
          : `in ${plural(query.data.samples.length, 'sample')} from ${rangeName}`)
      }
      actions={
        partial &&
        !all.isRequested && (
          <Button variant="subtle" onClick={all.request}>
            Count all {fullNumber(query.data.of)}
          </Button>
        )
      }
    >
      {all.isRequested && counted.isFetching && (
        <FetchProgress done={all.progress.done} of={all.progress.of} onCancel={all.cancel} />
      )}
      {all.isRequested && counted.error && !counted.isFetching && (
        <ErrorState error={counted.error} title="Couldn’t count all issues." onRetry={() => void counted.refetch()} />
      )}
      {query.error && !query.data ? (
        <ErrorState error={query.error} title="Couldn’t load the issues." onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <p role="status">Loading issues…</p>
      ) : groups.length > 0 ? (
        <DataTable label="Issues by code" columns={columnsOf(toIssue)} rows={groups} rowKey={({ code }) => code} />
      ) : query.data.samples.length > 0 ? (
        <p>These samples report issues in an unknown format. Open a sample to see them.</p>
      ) : (
        <p>
          {unmeasured === 'ever'
            ? 'Nothing has been measured yet.'
            : `${unmeasured ? 'Nothing was measured' : 'No issues'} ${inRange(range)}.`}
        </p>
      )}
    </Panel>
  )
}
