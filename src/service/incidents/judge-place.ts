import { slowRounds } from '../../contract/index.ts'
import { type Failure, failureOf, type SampledKind, sampledKinds } from './findings.ts'
import type { Failed, FinishedRoundCheck, Memory, Round, Variant } from './round.ts'
import { worseValue, type WorstValue, worstValueOf } from './worst-value.ts'

/** When a place fails and when it has recovered, in rounds that could tell. */
const rules: Readonly<Record<SampledKind, { readonly fails: number; readonly of: number; readonly recovers: number }>> =
  {
    down: { fails: 2, of: 3, recovers: 3 },
    resources: { fails: 2, of: 3, recovers: 3 },
    slow: { fails: slowRounds.over, of: slowRounds.of, recovers: slowRounds.recovers },
    // a certificate doesn't come and go
    certificate: { fails: 1, of: 1, recovers: 1 },
  }

/** Rounds that are further apart than this many intervals don't add up to an incident. */
const maxGap = 3

/** What samples have in common that are of these. */
export function sharedVariant(one: Variant | undefined, other: Variant | undefined): Variant {
  return one !== undefined && one === other ? one : null
}

/** What several failures have in common. */
function variantOf(failed: readonly { readonly variant?: Variant | undefined }[]): Variant {
  const [first, ...others] = failed.map(({ variant }) => variant ?? null)
  return others.reduce(sharedVariant, first ?? null)
}

interface AtPlace {
  readonly kind: SampledKind
  readonly location: string
}

interface Seen extends AtPlace, Failure {
  /** When its first failing sample was taken, UNIX ms. */
  readonly since: number
  readonly lastSample: string
  /** When the last failing sample that is known was taken, UNIX ms. */
  readonly lastAt: number
  /** Failing samples that weren't reported before. */
  readonly samples: number
  /** The worst value of these. */
  readonly worst: WorstValue | undefined
  readonly variant: Variant
}

/** A change at a place. `seen`: it still fails. */
export type PlaceChange =
  | (Seen & { readonly change: 'failed'; readonly firstSample: string })
  | (Seen & { readonly change: 'seen' })
  | (AtPlace & { readonly change: 'recovered'; /** UNIX ms. */ readonly until: number })

/** Judges the place of a check by all rounds. */
export function judgePlace(
  rounds: readonly Round[],
  before: Memory['failing'],
  check: FinishedRoundCheck,
): { changes: PlaceChange[]; failing: Memory['failing'] } {
  const { location } = check
  const changes: PlaceChange[] = []
  let failing = before
  const set = (kind: SampledKind, since: number | undefined) => {
    const { [location]: _, ...others } = failing[kind] ?? {}
    failing = { ...failing, [kind]: since === undefined ? others : { ...others, [location]: since } }
  }
  for (const kind of sampledKinds) {
    const seen = turnsOf(rounds, kind, check)
    const since = failing[kind]?.[location]
    if (since === undefined) {
      const window = failingWindow(seen, kind, maxGap * check.interval)
      if (!window) continue
      const [first] = window
      const last = window.at(-1)
      if (!first || !last) continue
      changes.push({
        change: 'failed',
        kind,
        location,
        since: first.at,
        ...failureOf(last),
        firstSample: first.firstSample,
        lastSample: last.lastSample,
        lastAt: Math.max(...seen.map(({ failed }) => failed?.at ?? last.at)),
        samples: window.reduce((sum, { samples }) => sum + samples, 0),
        worst: window.reduce<WorstValue | undefined>((worst, next) => worseValue(worst, next.worst), undefined),
        variant: variantOf(window),
      })
      set(kind, first.at)
      if (kind === 'down') for (const other of ['resources', 'slow'] as const) end(other, first.at)
      continue
    }
    const until = recoveredAt(seen, kind)
    if (until !== undefined) end(kind, until)
    else see(kind, since)
  }
  return { changes, failing }

  function end(kind: SampledKind, until: number): void {
    const since = failing[kind]?.[location]
    if (since === undefined) return
    changes.push({ change: 'recovered', kind, location, until: Math.max(since, until) })
    set(kind, undefined)
  }

  /** The samples of this check that fail the same way. */
  function see(kind: SampledKind, since: number): void {
    const failed = check.samples.flatMap(({ id, at, findings, variant = null }) => {
      const finding = findings[kind]
      return finding === undefined || finding === 'good' ? [] : [{ id, at, variant, ...finding }]
    })
    const last = failed.at(-1)
    if (!last) return
    const earliest = Math.min(since, ...failed.map(({ at }) => at))
    if (earliest < since) set(kind, earliest)
    changes.push({
      change: 'seen',
      kind,
      location,
      since: earliest,
      ...failureOf(last),
      severity: Math.max(...failed.map(({ severity }) => severity)),
      lastSample: last.id,
      lastAt: Math.max(...failed.map(({ at }) => at)),
      samples: failed.length,
      worst: failed.reduce<WorstValue | undefined>(
        (worst, one) => worseValue(worst, worstValueOf(one, one.at)),
        undefined,
      ),
      variant: variantOf(failed),
    })
  }
}

/** What a round that could tell found of a kind at the place of a check. */
interface Turn {
  readonly roundAt: number
  readonly at: number
  /** Whether no further sample of it is to come. */
  readonly isComplete: boolean
  readonly failed: Failed | undefined
}

/** The rounds by which a kind is judged. What a page showed before it failed as a whole no longer counts. */
function turnsOf(
  all: readonly Round[],
  kind: SampledKind,
  { location, checksAtPlace }: FinishedRoundCheck,
): readonly Turn[] {
  const dependsOnPage = kind === 'resources' || kind === 'slow'
  const rounds = dependsOnPage ? all.slice(all.findLastIndex(({ places }) => places[location]?.failed.down) + 1) : all
  return rounds.flatMap((round, i) => {
    const place = round.places[location]
    if (!place?.known.includes(kind)) return []
    return [
      {
        roundAt: round.at,
        at: place.at,
        isComplete: i < rounds.length - 1 || place.checks >= checksAtPlace,
        failed: place.failed[kind],
      },
    ]
  })
}

/** The failures of the first rounds that make an incident, if there are any after the last recovery. */
function failingWindow(turns: readonly Turn[], kind: SampledKind, gap: number): readonly Failed[] | undefined {
  const { fails, of, recovers } = rules[kind]
  const recent = afterRecovery(turns, recovers)
  for (let last = 0; last < recent.length; last++) {
    let first = last
    while (
      first > 0 &&
      last - first < of - 1 &&
      (recent[first]?.roundAt ?? 0) - (recent[first - 1]?.roundAt ?? 0) <= gap
    )
      first--
    const failed = recent.slice(first, last + 1).flatMap((turn) => turn.failed ?? [])
    if (failed.length >= fails) return failed
  }
  return undefined
}

/** The turns after the last run of good ones that ends an incident. */
function afterRecovery(turns: readonly Turn[], recovers: number): readonly Turn[] {
  let good = 0
  let from = 0
  turns.forEach(({ failed }, i) => {
    good = failed ? 0 : good + 1
    if (good >= recovers) from = i + 1
  })
  return turns.slice(from)
}

/** When the first sample of the good rounds was taken with which a place has recovered. */
function recoveredAt(turns: readonly Turn[], kind: SampledKind): number | undefined {
  const lastFailed = turns.findLastIndex(({ failed }) => failed !== undefined)
  const good = turns.slice(lastFailed + 1).filter(({ isComplete }) => isComplete)
  return good.length >= rules[kind].recovers ? good[0]?.at : undefined
}
