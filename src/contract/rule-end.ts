import { midnight } from './moments.ts'

const dayMs = 86_400_000

/** When a rule with this `until` ends, UNIX ms: at the midnight in UTC after that day. Undefined for anything but a day. */
export function ruleEnd(until: unknown): number | undefined {
  const [, year, month, day] = (typeof until === 'string' && /^(\d{4})-(\d\d)-(\d\d)$/.exec(until)) || []
  const start = day === undefined ? undefined : midnight(Number(year), Number(month), Number(day))
  return start === undefined ? undefined : start + dayMs
}
