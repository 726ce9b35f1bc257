/** A queue with checks that are due. */
export interface Turn {
  readonly queue: string
  /** The account whose checks these are. */
  readonly owner: string
  /** How many checks the account may have in progress. */
  readonly allowed: number
  /** A number that is higher the later the queue's last turn was. */
  readonly lastTurn: number
  /** When the first check was due. */
  readonly oldest: number
  /** The ids of its oldest checks. */
  readonly heads: readonly string[]
}

/** How many checks an account has in progress, and how many of those are of silent targets. */
export interface Load {
  all: number
  silent: number
}

interface Chosen {
  readonly id: string
  readonly queue: string
}

/** How many of its slots an account's silent targets can hold: half, so that the others aren't kept waiting. */
function silentShare(allowed: number): number {
  return Math.max(1, Math.floor(allowed / 2))
}

interface Room {
  /** How many checks to choose at most. */
  readonly max: number
  /** How many of them can be of accounts that already have a check in progress. */
  readonly maxFurther: number
  /** Whether the checks are of silent targets. */
  readonly silent: boolean
}

/**
 * Chooses checks one by one: each time from the account with the fewest checks in progress, then from the queue whose turn
 * was longest ago, then the oldest. Counts them in `loads`.
 */
export function chooseTurns(
  turns: readonly Turn[],
  { max, maxFurther, silent }: Room,
  loads: Map<string, Load>,
): readonly Chosen[] {
  const chosen: Chosen[] = []
  const waiting = turns
    .filter(({ heads }) => heads.length > 0)
    .map((turn) => ({ turn, load: loadOf(turn.owner, loads), taken: 0 }))
    .toSorted((a, b) => a.turn.lastTurn - b.turn.lastTurn || a.turn.oldest - b.turn.oldest)
  while (chosen.length < max) {
    let next: (typeof waiting)[number] | undefined
    for (const one of waiting) {
      const { turn, load, taken } = one
      if (taken === turn.heads.length || load.all >= turn.allowed) continue
      if (load.all > 0 && chosen.length >= maxFurther) continue
      if (silent && load.silent >= silentShare(turn.allowed)) continue
      if (!next || load.all < next.load.all || (load.all === next.load.all && taken < next.taken)) next = one
    }
    const id = next?.turn.heads[next.taken]
    if (!next || id === undefined) break
    chosen.push({ id, queue: next.turn.queue })
    next.taken++
    next.load.all++
    if (silent) next.load.silent++
  }
  return chosen
}

function loadOf(owner: string, loads: Map<string, Load>): Load {
  const known = loads.get(owner) ?? { all: 0, silent: 0 }
  loads.set(owner, known)
  return known
}
