import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { issueGroups, issueKey, samplesWithIssues, type IssueGroup } from '../issues.ts'
import type { RangePreset, Span } from '../../../kit/ranges/range-presets.ts'
import type { Scope } from '../../../api/scope.ts'
import { inRange, rangeInWords } from '../../../kit/ranges/range-words.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { FetchProgress } from '../../../kit/reading/FetchProgress.tsx'
import { plural, fullNumber } from '../../../kit/format/format.ts'
import { Severity } from '../../samples/Severity.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { issueName } from '../../../../words/issues.ts'
import { Time } from '../../../kit/values/Time.tsx'
import { useFetchAll } from '../../../kit/reading/use-fetch-all.ts'
import { useRefetchOn } from '../../../kit/reading/use-refetch-on.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { explorerPath } from '../ExplorerLink.tsx'

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
        <DataTable label="Issues by code" columns={columnsOf(toIssue)} rows={groups} rowKey={issueKey} />
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
