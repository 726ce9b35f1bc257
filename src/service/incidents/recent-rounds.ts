import { slowRounds } from '../../contract/index.ts'
import { worseValue, type WorstValue, worstValueOf } from './worst-value.ts'
import { type Failure, type Findings, isWorse, type SampledKind, sampledKinds } from './findings.ts'

/** How many rounds a monitor remembers. Late samples of older ones change nothing any more. */
const remembered = 6

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
/** A round stands for no longer than this many intervals. */
const maxStanding = 2

/** The connection and view of failing samples; null where they are of several or that isn't known. */
type Variant = string | null

/** What samples have in common that are of these. */
export function sharedVariant(one: Variant | undefined, other: Variant | undefined): Variant {
  return one !== undefined && one === other ? one : null
}

/** The failing samples of a kind in a round at a place. */
interface Failed extends Failure {
  /** When the first was taken, UNIX ms. */
  readonly at: number
  readonly firstSample: string
  readonly lastSample: string
  readonly samples: number
  readonly worst?: WorstValue | undefined
  readonly variant?: Variant | undefined
}

/** What the checks of a round found at a location. */
interface Place {
  /** How many of its checks have ended. */
  readonly checks: number
  /** When its first sample was taken, UNIX ms. */
  readonly at: number
  /** The kinds of which some sample could tell. */
  readonly known: readonly SampledKind[]
  /** The worst of each kind that failed. */
  readonly failed: Readonly<Partial<Record<SampledKind, Failed>>>
}

interface Round {
  /** When it was due, UNIX ms: the same for all of its checks. */
  readonly at: number
  readonly places: Readonly<Record<string, Place>>
  /** What has been counted of it so far. */
  readonly counted: Counted
}

interface Counted {
  readonly ms: number
  readonly failed: boolean
}

/** What a monitor remembers of its latest rounds, oldest first, and since when which places have been failing. */
export interface Memory {
  readonly rounds: readonly Round[]
  readonly failing: Readonly<Partial<Record<SampledKind, Readonly<Record<string, number>>>>>
}

export const emptyMemory: Memory = { rounds: [], failing: {} }

/** The samples of one check. */
export interface FinishedRoundCheck {
  /** When its round was due, UNIX ms. */
  readonly roundAt: number
  readonly location: string
  readonly samples: readonly {
    readonly id: string
    readonly at: number
    readonly findings: Findings
    /** Names its connection and view. */
    readonly variant?: string
  }[]
  /** How many checks a round has at each location. */
  readonly checksAtPlace: number
  /** The monitor's, ms. */
  readonly interval: number
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

/** What a round adds to the availability of its hour; negative where it was counted differently before. */
export interface Counts {
  /** Hours since 1970 in UTC. */
  readonly hour: number
  readonly measured_ms: number
  readonly failed_ms: number
  readonly rounds: number
  readonly failed_rounds: number
}

/** Adds the samples of a check to what a monitor remembers, and says what follows from them. */
export function remember(
  memory: Memory,
  check: FinishedRoundCheck,
): { readonly memory: Memory; readonly changes: readonly PlaceChange[]; readonly counts: readonly Counts[] } {
  const oldest = memory.rounds[0]
  if (oldest && memory.rounds.length === remembered && check.roundAt < oldest.at)
    return { memory, changes: [], counts: [] }
  const rounds = withCheck(memory.rounds, check)
  const { changes, failing } = judge(rounds, memory.failing, check)
  const counted = countRounds(rounds, check.interval)
  return {
    memory: { rounds: counted.rounds.slice(-remembered), failing },
    changes,
    counts: counted.counts,
  }
}

function withCheck(rounds: readonly Round[], check: FinishedRoundCheck): Round[] {
  const known = rounds.find(({ at }) => at === check.roundAt)
  const round: Round = known ?? { at: check.roundAt, places: {}, counted: { ms: 0, failed: false } }
  const before = round.places[check.location]
  const place = { ...placeAfter(before, check) }
  const changed = { ...round, places: { ...round.places, [check.location]: place } }
  return [...rounds.filter((one) => one !== known), changed].toSorted((a, b) => a.at - b.at)
}

function placeAfter(before: Place | undefined, { samples }: FinishedRoundCheck): Place {
  const known = new Set(before?.known)
  const failed: Partial<Record<SampledKind, Failed>> = { ...before?.failed }
  for (const { id, at, findings, variant = null } of samples)
    for (const kind of sampledKinds) {
      const finding = findings[kind]
      if (finding === undefined) continue
      known.add(kind)
      if (finding === 'good') continue
      const earlier = failed[kind]
      failed[kind] = {
        ...failureOf(earlier && !isWorse(finding, earlier) ? earlier : finding),
        at: Math.min(at, earlier?.at ?? at),
        firstSample: earlier && earlier.at <= at ? earlier.firstSample : id,
        lastSample: id,
        samples: (earlier?.samples ?? 0) + 1,
        worst: worseValue(earlier?.worst, worstValueOf(finding, at)),
        variant: earlier ? sharedVariant(earlier.variant, variant) : variant,
      }
    }
  const at = Math.min(...samples.map((sample) => sample.at), before?.at ?? Infinity)
  return { checks: (before?.checks ?? 0) + 1, at, known: sampledKinds.filter((kind) => known.has(kind)), failed }
}

function variantOf(failed: readonly { readonly variant?: Variant | undefined }[]): Variant {
  const [first, ...others] = failed.map(({ variant }) => variant ?? null)
  return others.reduce(sharedVariant, first ?? null)
}

const failureOf = ({ severity, cause, times, by }: Failure): Failure => ({
  severity,
  cause,
  ...(times === undefined ? {} : { times }),
  ...(by === undefined ? {} : { by }),
})

/** Judges the place of a check by all rounds. */
function judge(
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

/** Counts each round for as long as it stands, and what has changed since it was counted last. */
function countRounds(rounds: readonly Round[], interval: number): { rounds: Round[]; counts: Counts[] } {
  const counts: Counts[] = []
  const counted = rounds.map((round, i) => {
    const next = rounds[i + 1]
    const failed = hasFailed(round)
    const ms = next ? Math.min(next.at - round.at, maxStanding * interval) : interval
    const now: Counted = failed === undefined ? { ms: 0, failed: false } : { ms, failed }
    const { counted: before } = round
    if (now.ms === before.ms && now.failed === before.failed) return round
    counts.push({
      hour: Math.floor(round.at / 3_600_000),
      measured_ms: now.ms - before.ms,
      failed_ms: (now.failed ? now.ms : 0) - (before.failed ? before.ms : 0),
      rounds: Number(now.ms > 0) - Number(before.ms > 0),
      failed_rounds: Number(now.failed) - Number(before.failed),
    })
    return { ...round, counted: now }
  })
  return { rounds: counted, counts }
}

/** Whether the page failed critically at some location; undefined if nobody could tell. */
function hasFailed({ places }: Round): boolean | undefined {
  const found = Object.values(places).filter(({ known }) => known.includes('down'))
  return found.length === 0 ? undefined : found.some(({ failed }) => (failed.down?.severity ?? 0) >= 3)
}

/** What was counted of the latest round that hasn't passed yet, as the next one is still to come. */
export function timeAhead(
  { rounds }: Memory,
  now: number,
): Pick<Counts, 'hour' | 'measured_ms' | 'failed_ms'> | undefined {
  const last = rounds.at(-1)
  if (!last) return undefined
  // what has just begun was measured, too
  const ms = Math.min(last.at + last.counted.ms - now, last.counted.ms - 1)
  if (ms <= 0) return undefined
  return { hour: Math.floor(last.at / 3_600_000), measured_ms: ms, failed_ms: last.counted.failed ? ms : 0 }
}
