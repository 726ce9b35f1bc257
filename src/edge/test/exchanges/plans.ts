import { gzipSync } from 'node:zlib'
import type { FieldLines } from '../../cache/index.ts'
import { claimingNames, requestNames, responseNames } from './names.ts'
import type { Random } from './random.ts'

/** How an answer of the origin ends. */
export type Ending =
  | 'whole'
  /** Its connection is closed before the body's end. */
  | 'closed'
  /** Its connection is reset there. */
  | 'reset'
  /** Another answer follows that nobody asked for. */
  | 'followed'

export interface Answer {
  readonly status: number
  readonly lines: FieldLines
  readonly body: Buffer
  readonly framing: 'length' | 'chunked' | 'close' | 'none'
  readonly ending: Ending
  /** Lines of a 103 before it. */
  readonly hints: FieldLines | undefined
}

export interface Request {
  readonly method: string
  readonly target: string
  readonly lines: FieldLines
  readonly body: Buffer
  readonly framing: 'length' | 'chunked' | 'none'
}

/** An address of the origin with its habits, which it mostly keeps to. */
export interface Resource {
  /** Spellings of one path and query (RFC 3986, section 6.2.2). */
  readonly spellings: readonly [string, ...string[]]
  /** Lines that say who may keep it, and for how long. */
  readonly cacheLines: FieldLines
  readonly type: string | undefined
  readonly tag: string | undefined
  readonly modified: string | undefined
  readonly vary: string | undefined
  readonly setsCookies: boolean
  readonly size: number
  readonly framing: 'length' | 'chunked' | 'close'
  /** Whether the origin compresses it itself. */
  readonly isCompressed: boolean
  /** Whether it answers 304 where a tag or date matches. */
  readonly validates: boolean
}

/** Someone with one connection to the edge, and an address that no one else has. */
export interface Visitor {
  readonly address: string
  readonly lines: FieldLines
}

const directives = [
  'public',
  'private',
  'no-store',
  'no-cache',
  'must-revalidate',
  'proxy-revalidate',
  'immutable',
  'no-transform',
  'max-age=1000',
  'max-age=1000',
  'max-age=1000',
  's-maxage=1000',
  'max-age=0',
  's-maxage=0',
  'max-age="1000"',
  'max-age=-1',
  'max-age=1.5',
  'max-age',
  'max-age =1000',
  'max-age= 1000',
  'max-age=1000s',
  'stale-while-revalidate=1000',
  'stale-if-error=1000',
  'no-cache="set-cookie"',
  'private="x-secret"',
  'private=x',
  'community="UCI"',
  'No-Store',
  'PRIVATE',
  'no-store=1',
  'foo bar',
  '"',
  '=',
  'private;',
  '\u00e9',
] as const

/** Pairs of spellings of one path segment. */
const spellings: readonly [Pair, ...Pair[]] = [
  ['%e6%b0%b4', '%E6%B0%B4'],
  ['%c3%a9', '%C3%A9'],
  ['~', '%7E'],
  ['a-b', '%61%2Db'],
]
type Pair = readonly [string, string]

const separators = [', ', ', ', ', ', ',', ',,', '; ', ' ', ' , ', '\t,'] as const
const day = 24 * 3600_000
const types = ['text/html; charset=utf-8', 'text/html', 'text/css', 'application/json', 'image/png', undefined] as const
const varies = ['Accept-Encoding', 'Accept-Language', 'Origin', 'Cookie', 'X-Device, Accept-Language', '*'] as const

/** An address with habits, the same for the same choices. */
export function planResource(random: Random, index: number): Resource {
  const [lower, upper] = random.pick(spellings)
  const query = random.pick(['', '', '?q=%c3%a9', '?a=1;b=2'])
  const spell = (path: string) => `/r${index}/${path}${query}`
  const hasLifetime = random.chance(0.4)
  const lines: string[] = []
  for (let i = random.below(3); i > 0; i--) {
    const listed: readonly string[] = random.some(directives, 3)
    if (listed.length > 0)
      lines.push(
        'Cache-Control',
        listed.reduce((text, one) => text + random.pick(separators) + one),
      )
  }
  if (hasLifetime) lines.push('Cache-Control', random.pick(['max-age=1000', 'public, max-age=1000', 's-maxage=1000']))
  if (random.chance(0.1)) lines.push('Expires', random.pick(['0', date(day), date(-day), 'tomorrow']))
  if (random.chance(0.05)) lines.push('CDN-Cache-Control', random.pick(['max-age=1000', 'no-store', 'max-age=0', ';']))
  const opaque = random.pick(['abc', 'abc-gzip', 'x-br', 'a--b', '1-zstd'])
  return {
    spellings: [spell(lower), spell(upper)],
    cacheLines: lines,
    type: random.pick(types),
    tag: random.chance(0.6) ? random.pick([`"${opaque}${index}"`, `"${index}${opaque}"`, `W/"${opaque}"`]) : undefined,
    modified: random.chance(0.4) ? date(-10 * day) : undefined,
    vary: random.chance(0.3) ? random.pick(varies) : undefined,
    setsCookies: random.chance(0.3),
    size: random.pick([0, 10, 900, 2000, 2000, 30_000]) + random.below(100),
    framing: random.pick(['length', 'length', 'chunked', 'close']),
    isCompressed: random.chance(0.05),
    validates: random.chance(0.7),
  }
}

/** The origin's answer to a request for a resource. Each has an id that stands in its lines and its body. */
export function planAnswer(random: Random, id: number, resource: Resource, request: Request): Answer {
  const conditions = new Map(
    Array.from({ length: request.lines.length >> 1 }, (_, i) => [
      (request.lines[2 * i] ?? '').toLowerCase(),
      request.lines[2 * i + 1] ?? '',
    ]),
  )
  const tags = conditions.get('if-none-match') ?? ''
  const isUnchanged =
    resource.validates &&
    (resource.tag === undefined
      ? conditions.has('if-modified-since') && !conditions.has('if-none-match') && resource.modified !== undefined
      : tags.includes(resource.tag.replace('W/', '')))
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const others = [203, 204, 301, 302, 303, 400, 401, 403, 404, 405, 410, 500, 502, 503] as const
  // one in a hundred says that nothing has changed where nobody asked
  const is304 = isRead && (isUnchanged || random.chance(0.01))
  const status = is304 ? 304 : random.chance(0.8) ? 200 : random.pick(others)
  const hasBody = status !== 204 && status !== 304 && request.method !== 'HEAD'

  const own: string[][] = [['X-Answer', String(id)]]
  for (let i = 0; i < resource.cacheLines.length; i += 2) own.push(resource.cacheLines.slice(i, i + 2))
  if (resource.type !== undefined && hasBody) own.push(['Content-Type', resource.type])
  if (resource.tag !== undefined && (status === 200 || status === 304)) own.push(['ETag', resource.tag])
  if (resource.modified !== undefined && status === 200) own.push(['Last-Modified', resource.modified])
  if (resource.vary !== undefined) own.push(['Vary', resource.vary])
  if (random.chance(resource.setsCookies ? 0.7 : 0.02)) own.push(['Set-Cookie', `sid=of${id}; Path=/`])
  if (status === 304) own[0] = ['X-Validated', String(id)]
  if (random.chance(0.9)) own.push(['Date', date(0)])
  if (status === 301 || status === 302 || status === 303) own.push(['Location', `/elsewhere/${id}`])
  for (const name of random.some(responseNames, 4)) own.push([name, `${id}.${random.fieldValue()}`])
  if (random.chance(0.1)) own.push(['Content-Disposition', `attachment; filename="caf\u00e9${id}.pdf"`])
  if (random.chance(0.05)) own.push(['X-Secret', `of${id}`], ['Connection', 'X-Secret'])

  const plain = hasBody ? bodyOf(random, id, resource.size) : Buffer.alloc(0)
  const body = hasBody && resource.isCompressed ? gzipSync(plain) : plain
  if (resource.isCompressed && status === 200) own.push(['Content-Encoding', 'gzip'])
  const framing = hasBody ? resource.framing : 'none'
  if (framing === 'length') own.push(['Content-Length', String(body.length)])
  if (framing === 'chunked') own.push(['Transfer-Encoding', 'chunked'])
  if (framing === 'close') own.push(['Connection', 'close'])
  const ending = random.chance(0.94) ? 'whole' : random.pick(['closed', 'reset', 'followed'] as const)
  return {
    status,
    lines: random.shuffled(own).flat(),
    body,
    framing,
    // nothing tells an end from the close that is one, and nothing can follow that
    ending:
      framing === 'close' && ending !== 'whole'
        ? 'reset'
        : body.length === 0 && ending !== 'followed'
          ? 'whole'
          : ending,
    hints: random.chance(0.03) ? ['Link', `</${id}.css>; rel=preload; as=style`] : undefined,
  }
}

function bodyOf(random: Random, id: number, size: number): Buffer {
  const text = `answer ${id} `.repeat(Math.ceil(size / 10)).slice(0, size)
  const noise = Buffer.from(Array.from({ length: Math.min(size, 50) }, () => random.below(256)))
  return Buffer.concat([Buffer.from(text), noise])
}

function date(inMs: number): string {
  return new Date(Date.now() + inMs).toUTCString()
}

const codings = ['gzip', 'gzip, br', 'br;q=1, gzip;q=0.5', 'zstd', 'identity', '*', 'gzip;q=0', 'deflate'] as const
const cookies = ['sid=of-visitor', 'theme=dark', '_ga=GA1.2.3', 'a="b, c"; sid=d'] as const

/** Someone who hasn't been here before. */
export function planVisitor(random: Random, index: number): Visitor {
  const lines: string[] = []
  if (random.chance(0.7)) lines.push('Accept-Encoding', random.pick(codings))
  if (random.chance(0.3)) lines.push('Cookie', random.pick(cookies).replace('visitor', String(index)))
  if (random.chance(0.1)) lines.push('Authorization', `Bearer of${index}`)
  if (random.chance(0.5)) lines.push('Accept-Language', random.pick(['de', 'en', 'DE , en', 'en;q=0.9, de']))
  if (random.chance(0.2)) lines.push('Origin', random.pick(['https://a.example', 'https://b.example', 'null']))
  if (random.chance(0.2)) lines.push('X-Device', random.pick(['phone', 'desk']))
  const n = index + 256
  return { address: `127.${1 + ((n >> 16) & 0x7f)}.${(n >> 8) & 0xff}.${1 + (n % 254)}`, lines }
}

/** What a visitor asks for. @param tags of the resource that visitors have seen */
export function planRequest(random: Random, id: number, resource: Resource, visitor: Visitor, tags: string[]): Request {
  const method = random.chance(0.8)
    ? 'GET'
    : random.pick(['HEAD', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])
  const isRead = method === 'GET' || method === 'HEAD'
  const mayHaveBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body = mayHaveBody ? Buffer.from(`request ${id}`.repeat(random.below(200))) : Buffer.alloc(0)
  const framing = mayHaveBody ? random.pick(['length', 'chunked'] as const) : 'none'
  const own: string[][] = []
  for (let i = 0; i < visitor.lines.length; i += 2) own.push(visitor.lines.slice(i, i + 2))
  const [tag] = random.shuffled([...tags, ...(resource.tag === undefined ? [] : [resource.tag])])
  if (isRead && tag !== undefined && random.chance(0.3))
    own.push(['If-None-Match', random.pick([tag, `"other", ${tag}`])])
  if (mayHaveBody && tag !== undefined && random.chance(0.5)) own.push(['If-Match', tag])
  if (isRead && random.chance(0.05)) own.push(['If-Modified-Since', resource.modified ?? date(0)])
  if (method === 'GET' && random.chance(0.05)) own.push(['Range', random.pick(['bytes=0-', 'bytes=1-5', 'bytes=-3'])])
  if (isRead && random.chance(0.05))
    own.push(['Cache-Control', random.pick(['no-cache', 'max-age=0', 'no-store', 'no-store; x', 'only-if-cached'])])
  const taken = new Set(own.map(([name = '']) => name.toLowerCase()))
  for (const name of random.some(requestNames, 5))
    if (!taken.has(name.toLowerCase())) own.push([name, `${id}.${random.fieldValue()}`])
  if (random.chance(0.2)) own.push([random.pick(['Forwarded', ...claimingNames]), `claim-${id}`])
  if (random.chance(0.05))
    own.push(['Connection', `keep-alive, ${random.pick(['Accept-Language', 'Origin', 'Cookie'])}`])
  if (framing === 'length') own.push(['Content-Length', String(body.length)])
  if (framing === 'chunked') own.push(['Transfer-Encoding', 'chunked'])
  return { method, target: random.pick(resource.spellings), lines: random.shuffled(own).flat(), body, framing }
}
