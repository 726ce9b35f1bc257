export const hourMs = 3600_000

/** The number of the hour that a moment is in: hours since 1970 in UTC. */
export const hourOf = (at: number): number => Math.floor(at / hourMs)
