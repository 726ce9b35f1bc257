import { useMutationState, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { liveStates, severities, type Sample } from '../../../../../contract/index.ts'
import type { Scope } from '../../../../api/scope.ts'
import { ago } from '../../../../kit/format/time.ts'
import { ageStepMs, useNow } from '../../../../kit/reading/use-now.ts'
import { paths } from '../../../../paths.ts'
import { latestMove } from '../../../changes/reads.ts'
import { incidentRefreshMs } from '../../../incidents/reads.ts'
import { LaterLink } from '../../../incidents/VerdictBand.tsx'
import { movesKey } from '../../../optimizer/use-move.ts'
import { resultKind } from '../../../samples/result-kind.ts'
import { siteMeaning } from '../../meaning.ts'
import type { Site } from '../../reads.ts'
import type { FoundKeyPage } from '../../use-key-page.ts'
import { worstOfLatest } from './latest-round.ts'

interface Props {
  scope: Scope
  site: Site
}

interface WithKeyPage extends Props {
  keyPage: FoundKeyPage
}

/** What the optimizer's state means, where visitors don't get the site through it. */
export function stateParts({ scope, site }: Props): readonly string[] {
  return liveStates.includes(site.optimizer) ? [] : [clause(siteMeaning(site, scope))]
}

/**
 * What the latest checks found that isn't an incident: one failure doesn't open one, and a low score never does. It bears no
 * mark, which would contradict the verdict.
 */
export function latestFinding(found: FoundKeyPage): readonly ReactNode[] {
  const worst = worstOfLatest(found.latest.data?.rows ?? [])
  const type = worst?.sample_type ?? 0
  if (!severities[type] || type < 2) return []
  const kind = resultKind(type, worst?.metrics) ?? worst?.issues?.find((one) => one.severity === type)?.message
  return [`latest check: ${clause(kind ?? 'errors').replace(/^Page score/, 'page score')}`]
}

/** Leads to a sample of the home page, the latest one unless another is given. */
export function SampleLink({
  scope,
  found,
  sample = newestOf(found),
}: {
  scope: Scope
  found: FoundKeyPage
  sample?: Sample | undefined
}) {
  if (sample?.id !== undefined) return <Link to={paths.sample(scope, sample.id)}>Latest sample</Link>
  return isAwaited(found) ? <LaterLink /> : null
}

/** Whether the latest samples are still on their way. Their place is kept, so that nothing moves. */
export function isAwaited({ searching, latest }: FoundKeyPage): boolean {
  return searching || latest.isLoading
}

/** The latest sample of the home page, once it's there. */
export function newestOf({ latest }: FoundKeyPage): Sample | undefined {
  return latest.data?.rows[0]
}

/** When the home page was last checked, UNIX ms. */
export function checkedAt(found: FoundKeyPage): number | undefined {
  const at = Date.parse(newestOf(found)?.taken_at ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** When the home page was checked, where it was. */
export function checkedParts({ scope, site, keyPage }: WithKeyPage, words = 'home page checked'): readonly ReactNode[] {
  const at = checkedAt(keyPage)
  return at === undefined ? [] : [<Checked key="checked" scope={scope} site={site} at={at} words={words} />]
}

/** When the home page was checked. A check from before the optimizer was moved says nothing of the new state. */
function Checked({ scope, site, at, words }: Props & { at: number; words: string }) {
  const now = useNow(ageStepMs)
  const moved = useMovedAt(scope, site)
  if (moved !== undefined && moved > at) return 'home page not checked since the change'
  return (
    <time dateTime={new Date(at).toISOString()}>
      {words} {ago(at, now)}
    </time>
  )
}

/** When the optimizer came into its state: as the service says or, where it doesn't, by this page's moves. UNIX ms. */
export function useMovedAt(scope: Scope, { id, state_since }: Site): number | undefined {
  const events = useQuery({ ...latestMove(scope, id), refetchInterval: incidentRefreshMs })
  const moves = useMutationState({
    filters: { mutationKey: movesKey(id), status: 'success' },
    select: ({ state }) => state.submittedAt,
  })
  const told = [state_since, events.data?.rows[0]?.at].map((at) => Date.parse(at ?? '')).filter((at) => at > 0)
  if (events.data === null) told.push(...moves.slice(-1))
  return told.length > 0 ? Math.max(...told) : undefined
}

/** A sentence as part of a line. */
export function clause(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
