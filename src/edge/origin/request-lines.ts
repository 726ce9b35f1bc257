import { edgeName } from '../../contract/edge-name.ts'
import { endToEnd, type FieldLines, type Fields } from '../cache/index.ts'
import { fateOf } from './request-names.ts'

/** Whether a request has been through this service already (RFC 8586, section 2). */
export function isLoop(fields: Fields): boolean {
  const members = fields['cdn-loop']?.split(',') ?? []
  return members.some((member) => member.split(';', 1)[0]?.trim().toLowerCase() === edgeName)
}

/** Fields that mean nothing after the body, or something that a head must have said (RFC 9110, section 6.5.1). */
const notInTrailers =
  /^(?:content-(?:encoding|type|range|length|location)|via|cdn-loop|max-forwards|set-cookie2?|proxy-.+|www-authenticate|authentication-info|age|date|expires|location|retry-after|vary|warning|forwarded)$/

/** The trailers of a visitor's request that the origin gets: none that it would have got otherwise, or not at all, in the head. */
export function originTrailers(trailers: FieldLines): FieldLines {
  return trailers.filter((_, i) => {
    const name = (trailers[i - (i % 2)] ?? '').toLowerCase()
    return fateOf(name) === 'apart' && !notInTrailers.test(name)
  })
}

interface Visit {
  readonly method: string
  readonly lines: FieldLines
  readonly fields: Fields
  readonly httpVersion: string
  /** The visitor's address. */
  readonly address: string
  /** The site, by its host with the port and by what its server gets as `Host`. */
  readonly site: { readonly host: string; readonly originHost: string }
  readonly scheme: 'http' | 'https'
}

/** What the edge says in its own words, besides what only it can know. */
const replaced: ReadonlySet<string> = new Set(['host', 'via', 'cdn-loop', 'content-length', 'expect'])

/**
 * The field lines for the origin, body framing left out. What concerns the visitor's connection goes, and the edge adds
 * itself: Via (RFC 9110, section 7.6.3), CDN-Loop (RFC 8586) and X-Forwarded-*, in which nothing is the visitor's.
 */
export function originLines({ method, lines, fields, httpVersion, address, site, scheme }: Visit): string[] {
  const list = (name: string, item: string) => (fields[name] ? `${fields[name]}, ${item}` : item)
  const sent = endToEnd(lines, fields, (name) => replaced.has(name) || fateOf(name, method) === 'edge')
  // Host goes first (RFC 9110, section 7.2)
  sent.unshift('Host', site.originHost)
  sent.push(
    'X-Forwarded-For',
    address,
    // the site's own host, whatever the visitor's request names: applications build links from it
    'X-Forwarded-Host',
    site.host,
    'X-Forwarded-Proto',
    scheme,
    'Via',
    list('via', `${httpVersion} ${edgeName}`),
    'CDN-Loop',
    list('cdn-loop', edgeName),
  )
  return sent
}
