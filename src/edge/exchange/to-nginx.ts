import type { ActionName } from '../../contract/settings-actions.ts'
import { type FieldLines, type Lifetime, maxUseMs, without } from '../cache/index.ts'
import type { VisitorRequest } from './exchange.ts'

/** What Node says to nginx in an answer. An origin's lines of these names aren't for nginx. */
const forNginx: ReadonlySet<string> = new Set(['x-accel-expires', 'x-accel-buffering', 'edge-kept', 'edge-uncounted'])

/** An answer that isn't of a site. */
export const uncounted: readonly string[] = ['Edge-Uncounted', '1']

/** An answer that nginx doesn't keep is passed on at once, whatever arrives of it. */
const notKept: FieldLines = ['X-Accel-Buffering', 'no']

/** The lines of an answer as nginx gets them. */
export function linesForNginx(lines: FieldLines, kept: FieldLines = notKept): string[] {
  return [...without(lines, forNginx), ...kept]
}

interface Kept {
  readonly lifetime: Lifetime
  readonly responseTime: number
}

/** The last second, UNIX, in which nginx may use an answer by itself. Its clock only knows seconds. */
export function lastSecond({ lifetime, responseTime }: Kept): number {
  const { initialAge, fresh } = lifetime
  return Math.floor(Math.min(responseTime - initialAge + fresh, responseTime + maxUseMs) / 1000) - 1
}

/**
 * The lines that let nginx keep an answer. `Edge-Kept` says for how long, UNIX ms: when the answer was new, until when
 * it's fresh, and until when it may be used while nobody can be asked; then what acts whenever it's sent, and the form
 * of Accept-Encoding that it's for.
 */
export function keptLines({ fields }: VisitorRequest, kept: Kept, acted: readonly ActionName[]): FieldLines {
  const { lifetime, responseTime } = kept
  const born = responseTime - lifetime.initialAge
  const freshUntil = born + lifetime.fresh
  const usableUntil = lifetime.staleIfUnreachable ? Infinity : freshUntil + lifetime.staleIfError
  const times = [born, freshUntil, Math.min(usableUntil, responseTime + maxUseMs)].map(Math.floor)
  const codings = fields['accept-encoding']
  return [
    'X-Accel-Expires',
    `@${lastSecond(kept)}`,
    'Edge-Kept',
    [...times, [...new Set(acted)].join('+') || '-', codings === undefined ? '-' : `=${codings}`].join(' '),
  ]
}
