import type { Monitor } from '../../database/index.ts'

/** The limits of a monitor by the name of their metric; null without any. */
export function limitsOf({ limits }: Pick<Monitor, 'limits'>): Record<string, number> | null {
  return limits === null ? null : (JSON.parse(limits) as Record<string, number>)
}
