import { bounds } from '../../service/bounds.ts'
import { membersOf } from '../cache/index.ts'

/** Content codings that the edge knows, the best first. */
const codings = ['br', 'zstd', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** The codings that a visitor accepts, the best first (RFC 9110, section 12.5.3). */
export function acceptedCodings(field: string | undefined): readonly Coding[] {
  if (field === undefined) return []
  const qualities = new Map<string, number>()
  for (const member of membersOf(field.toLowerCase())) {
    const [coding = '', ...parameters] = member.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))
    qualities.set(coding === 'x-gzip' ? 'gzip' : coding, quality === undefined ? 1 : Number(quality.split('=')[1]))
  }
  return codings.filter((coding) => (qualities.get(coding) ?? qualities.get('*') ?? 0) > 0)
}

/** The field as browsers have sent it lately, and what is made of it. They use few forms. */
const normalizedForms = new Map<string, string>()

/**
 * Accept-Encoding for the origin: the codings that the edge knows, in one order. Browsers word the field in many ways,
 * and each would be a variant of its own.
 */
export function normalizedCodings(field: string): string {
  const known = normalizedForms.get(field)
  if (known !== undefined) return known
  const accepted = acceptedCodings(field)
  const normalized = accepted.length === 0 ? 'identity' : accepted.join(', ')
  if (normalizedForms.size >= bounds.cache.codings) normalizedForms.clear()
  normalizedForms.set(field, normalized)
  return normalized
}
