import { optimizerLimits } from './limits.ts'
import { LruMap } from '../../shared/lru-map.ts'
import { type Fields, membersOf } from '../cache/index.ts'

/** Content codings that the edge knows, the best first. */
const codings = ['br', 'zstd', 'gzip'] as const
export type Coding = (typeof codings)[number]

/**
 * The codings that a visitor accepts, the one that it likes best first; none where it would rather have the body as it is
 * (RFC 9110, section 12.5.3).
 */
export function acceptedCodings(field: string | undefined): readonly Coding[] {
  if (field === undefined) return []
  const qualities = new Map<string, number>()
  for (const member of membersOf(field.toLowerCase())) {
    const [coding = '', ...parameters] = member.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))
    qualities.set(coding === 'x-gzip' ? 'gzip' : coding, quality === undefined ? 1 : Number(quality.split('=')[1]))
  }
  const qualityOf = (coding: Coding) => qualities.get(coding) ?? qualities.get('*') ?? 0
  const unchanged = qualities.get('identity') ?? 0
  return codings
    .filter((coding) => qualityOf(coding) > 0 && qualityOf(coding) >= unchanged)
    .toSorted((a, b) => qualityOf(b) - qualityOf(a))
}

/** Whether a body comes encoded: `identity` says that it doesn't (RFC 9110, section 12.5.3). */
export function isEncoded({ 'content-encoding': field }: Fields): boolean {
  return field !== undefined && membersOf(field.toLowerCase()).some((coding) => coding !== 'identity')
}

/** The field as browsers have sent it lately, and what is made of it. They use few forms. */
const normalizedForms = new LruMap<string, string>(optimizerLimits.codings)

/**
 * Accept-Encoding for the origin: the codings that the edge knows, in one order. Browsers word the field in many ways,
 * and each would be a variant of its own.
 */
export function normalizedCodings(field: string): string {
  const known = normalizedForms.get(field)
  if (known !== undefined) return known
  const accepted = acceptedCodings(field)
  const normalized = accepted.length === 0 ? 'identity' : listed(accepted)
  normalizedForms.set(field, normalized)
  return normalized
}

/** Codings in the order in which they are liked, which goes without saying where it's the edge's own. */
function listed(accepted: readonly Coding[]): string {
  const isUsual = codings.filter((coding) => accepted.includes(coding)).join() === accepted.join()
  return accepted.map((coding, i) => (isUsual || i === 0 ? coding : `${coding};q=0.${9 - i}`)).join(', ')
}
