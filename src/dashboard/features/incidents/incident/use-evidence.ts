import { useQuery } from '@tanstack/react-query'
import {
  listSamples,
  maxPerPage,
  type IncidentRecord,
  type Monitor,
  type Sample,
  type WholeSample,
} from '../../../../contract/index.ts'
import { scopedQuery, type Scope } from '../../../api/scope.ts'
import { isAlike } from '../../samples/alike.ts'
import { goneWords, sampleOf } from '../../samples/sample-data.ts'
import type { Place } from '../reads.ts'
import { lastBetter, samplesBefore, samplesUntil } from './samples-before.ts'
import { isGoodBy } from './good-again.ts'

/** Long enough to have the samples of the round in which a place had recovered, ms. */
export const roundMs = 5 * 60_000

/** The samples of the round in which a place had recovered, the latest first. */
function samplesAfter(scope: Scope, { monitor_id, location, until }: Place) {
  const from = Date.parse(until ?? '')
  return scopedQuery(listSamples, scope, {
    query: {
      profile_and_locations: [{ profile_id: monitor_id, locations: [location] }],
      from,
      to: from + roundMs,
      per_page: maxPerPage,
    },
  })
}

/**
 * What shows an incident at one of its places: the last sample before it, the first that failed, and the latest or, once it has
 * recovered, the first good one. All are like the first that failed: of its connection, view, browser and device.
 * @param monitor the place's; undefined until it is read
 */
export function useEvidence(
  scope: Scope,
  { kind, ended_at, end_reason }: IncidentRecord,
  place: Place | undefined,
  monitor: Monitor | undefined,
) {
  // only its limits tell what is slow
  const canTell = kind !== 'slow' || monitor !== undefined
  const isOver = ended_at !== null && end_reason !== 'unwatched' && place?.until !== null && place !== undefined
  const shared = { enabled: place !== undefined, staleTime: Infinity }
  const known = place ?? nowhere
  const before = useQuery({ ...samplesUntil(scope, known), ...shared })
  const after = useQuery({ ...samplesAfter(scope, known), ...shared, enabled: isOver })
  // a sample never changes
  const wholeOf = (id: string | undefined) => ({
    ...sampleOf(scope, id ?? ''),
    staleTime: Infinity,
    enabled: id !== undefined && id !== '',
  })
  const goodId = before.data && samplesBefore(before.data.rows, known.first_sample_id)[0]?.id
  const good = useQuery(wholeOf(goodId))
  const first = useQuery(wholeOf(known.first_sample_id))
  const last = useQuery(wholeOf(known.last_sample_id))
  const isLikeFirst = (sample: Parameters<typeof isAlike>[0]) => first.data !== undefined && isAlike(sample, first.data)
  const isGood = (sample: Sample) => isGoodBy(kind, sample, monitor?.limits)
  const againId =
    isOver && canTell ? after.data?.rows.findLast((sample) => isLikeFirst(sample) && isGood(sample))?.id : undefined
  // of a long incident, only what was measured later still has its requests
  const areGone = [good.data, first.data].some((sample) => sample && !isKept(sample))
  const isLastLikeFirst = last.data !== undefined && isLikeFirst(last.data)
  const untilLast = useQuery({
    ...samplesUntil(scope, { ...known, since: last.data?.taken_at ?? '' }),
    ...shared,
    enabled: last.data?.taken_at !== undefined && first.data !== undefined && (areGone || !isLastLikeFirst),
  })
  const lastLikeFirst = isLastLikeFirst
    ? known.last_sample_id
    : untilLast.data?.rows.find((sample) => isLikeFirst(sample) && !isGood(sample))?.id
  const isReading = after.isPending || first.isPending || !canTell
  const latestId = againId ?? (isOver && isReading ? undefined : lastLikeFirst)
  const latest = useQuery(wholeOf(latestId))
  const laterGoodId = untilLast.data && lastBetter(untilLast.data.rows, known.last_sample_id)?.id
  const laterGood = useQuery(wholeOf(areGone ? laterGoodId : undefined))
  return {
    /** The two samples to compare: the first ones of which all requests are kept. */
    compared: firstKept([
      [of(goodId, good), of(known.first_sample_id, first)],
      [of(laterGoodId, laterGood), of(known.last_sample_id, last)],
      [of(goodId, good), of(known.last_sample_id, last)],
    ]),
    /** Whether the latest failure still shows its requests. */
    isLastKept: isKept(last.data),
    good: good.data && isLikeFirst(good.data) ? good.data : undefined,
    first: first.data,
    /** Whether that is known, or that it can't be read. */
    isFirstKnown: place === undefined || !first.isPending,
    /** Undefined if it's the first. */
    latest: latestId === known.first_sample_id ? undefined : latest.data,
    isRecovered: againId !== undefined,
    error: first.error,
  }
}

const isKept = (sample: WholeSample | undefined): sample is WholeSample =>
  sample !== undefined && goneWords(sample) === undefined

interface Read {
  readonly id: string | undefined
  readonly sample: WholeSample | undefined
}

const of = (id: string | undefined, { data }: { readonly data: WholeSample | undefined }): Read => ({
  id,
  sample: data,
})

/** The first pair of samples that both have their requests: a comparison of others shows nothing. */
function firstKept(pairs: readonly (readonly [Read, Read])[]) {
  for (const [before, failed] of pairs)
    if (
      before.id !== undefined &&
      failed.id !== undefined &&
      isKept(before.sample) &&
      isKept(failed.sample) &&
      isAlike(before.sample, failed.sample)
    )
      return { ids: [before.id, failed.id], isGood: (before.sample?.sample_type ?? 0) === 0 }
  return undefined
}

export type Evidence = ReturnType<typeof useEvidence>

const nowhere: Place = {
  monitor_id: '',
  monitor_name: null,
  location: '',
  since: '',
  until: null,
  cause: '',
  first_sample_id: '',
  last_sample_id: '',
  samples: 0,
}
