import { countAvailability, type Counts } from './count-availability.ts'
import { failureOf, isWorse, type SampledKind, sampledKinds } from './findings.ts'
import { judgePlace, type PlaceChange, sharedVariant } from './judge-place.ts'
import type { Failed, FinishedRoundCheck, Memory, Place, Round } from './round.ts'
import { worseValue, worstValueOf } from './worst-value.ts'

/** How many rounds a monitor remembers. Late samples of older ones change nothing any more. */
const remembered = 6

/** Adds the samples of a check to what a monitor remembers, and says what follows from them. */
export function remember(
  memory: Memory,
  check: FinishedRoundCheck,
): { readonly memory: Memory; readonly changes: readonly PlaceChange[]; readonly counts: readonly Counts[] } {
  const oldest = memory.rounds[0]
  if (oldest && memory.rounds.length === remembered && check.roundAt < oldest.at)
    return { memory, changes: [], counts: [] }
  const rounds = withCheck(memory.rounds, check)
  const { changes, failing } = judgePlace(rounds, memory.failing, check)
  const counted = countAvailability(rounds, check.interval)
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
