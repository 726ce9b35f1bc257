import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FieldLines } from '../../cache/index.ts'
import { linesOf, type Message, valuesOf } from './messages.ts'
import { claimingNames, words } from './names.ts'
import type { Exchange } from './origin.ts'
import type { Resource } from './plans.ts'
import type { Visit } from './visitor.ts'

/**
 * What a visitor may get, written without a look at how the edge decides: an upper bound of what RFC 9111 lets a shared
 * cache do, and of what this edge promises beyond that (docs/operations.md). It says when an answer must not reach a
 * visitor, never that one has to be kept.
 */
export interface Happened {
  readonly resource: Resource
  /** All requests that reached the origin for the resource, by id. */
  readonly exchanges: ReadonlyMap<number, Exchange>
  readonly visits: readonly Visit[]
}

/** What is wrong with what a visitor got; nothing where it's right. */
export function problemsOf(visit: Visit, happened: Happened): string[] {
  const { answer } = visit
  const exchanges = [...happened.exchanges.values()]
  const own = exchangesOf(visit, happened)
  const problems = own.flatMap((exchange) => askingProblems(visit, exchange, happened))
  if (!answer) return [...problems, 'the connection ended without an answer']
  const status = Number(answer.startLine.split(' ')[1])
  const [id, ...others] = valuesOf(answer.lines, 'x-answer')
  if (others.length > 0) problems.push('made of several answers')
  problems.push(...cookieProblems(visit, answer, happened))
  const validated = valuesOf(answer.lines, 'x-validated').map(Number)
  for (const one of validated)
    if (!exchanges.some((exchange) => exchange.id === one)) problems.push(`a 304 of nobody: ${one}`)
  if (id === undefined) {
    // the origin's own 304, or a page of the edge
    if (status !== 304 && status !== 416) problems.push(...pageProblems(status, visit, own, exchanges))
    return problems
  }
  const exchange = happened.exchanges.get(Number(id))
  if (!exchange) return [...problems, `an answer that the origin gave for something else: ${id}`]
  if (exchange.address !== visit.visitor.address)
    problems.push(
      ...sharingProblems(visit, exchange, own, happened).map((problem) => `another visitor's answer: ${problem}`),
    )
  return [...problems, ...byteProblems(visit, answer, status, exchange, exchanges)]
}

/** The requests to the origin that were made for a visit, or behind it. */
function exchangesOf({ visitor, from, to }: Visit, { exchanges }: Happened): Exchange[] {
  return [...exchanges.values()].filter(({ address, at }) => address === visitor.address && from < at && at < to)
}

const isChange = ({ method }: Visit['request']) => /^(?:POST|PUT|DELETE|PATCH)$/.test(method)

/** Whether a word stands in Cache-Control, however badly the rest is written. */
function says({ lines }: { readonly lines: FieldLines }, name: string, word: string): boolean {
  const text = valuesOf(lines, name).join(', ').toLowerCase()
  return new RegExp(`(?:^|[^a-z0-9_-])${word}(?![a-z0-9_-])`).test(text)
}

/** The words of a directive with its field names, as in `private="x-secret"`, that concern these alone. */
const qualified = /(?:^|,)\s*(?:private|no-cache)="[\w-]+"\s*(?=,|$)/gi

function withoutQualified(lines: FieldLines): FieldLines {
  return lines.map((text, i) =>
    i % 2 === 1 && (lines[i - 1] ?? '').toLowerCase() === 'cache-control' ? text.replaceAll(qualified, '') : text,
  )
}

/** Whether the origin says in so many words how long it may be used. */
function hasLifetime(lines: FieldLines, forSharedCaches = false): boolean {
  const directives = forSharedCaches ? 's-maxage' : '(?:s-maxage|max-age)'
  const named = new RegExp(`(?:^|[^\\w-])${directives}="?[1-9]\\d*"?(?!\\w)`, 'i')
  const isTargeted = valuesOf(lines, 'cdn-cache-control').some((value) => /max-?age=[1-9]/i.test(value))
  if (isTargeted || valuesOf(lines, 'cache-control').some((value) => named.test(value))) return true
  return !forSharedCaches && valuesOf(lines, 'expires').some((value) => Date.parse(value) > Date.now())
}

/** Why another visitor's answer must not be this one's. */
function sharingProblems(visit: Visit, exchange: Exchange, own: readonly Exchange[], happened: Happened): string[] {
  const { request: asked, answer } = exchange
  const problems: string[] = []
  const lines = withoutQualified(answer.lines)
  const isTargeted = valuesOf(lines, 'cdn-cache-control').some((value) => /^[a-z]/i.test(value))
  const governing = isTargeted ? 'cdn-cache-control' : 'cache-control'
  if (visit.request.method !== 'GET' && visit.request.method !== 'HEAD') problems.push(`to ${visit.request.method}`)
  if (asked.method !== 'GET') problems.push(`made for ${asked.method}`)
  for (const word of ['no-store', 'private']) if (says({ lines }, governing, word)) problems.push(word)
  if (/(?:^|,)\s*no-store\s*(?:,|$)/i.test(valuesOf(asked.lines, 'cache-control').join(',')))
    problems.push('no-store in its request')
  if (answer.ending === 'closed' || answer.ending === 'reset') problems.push('incomplete')
  const isPublic = ['public', 's-maxage', 'must-revalidate'].some((word) => says(answer, governing, word))
  if (valuesOf(asked.lines, 'authorization').length > 0 && !isPublic) problems.push('made for someone signed in')
  for (const name of variesBy(answer.lines)) {
    if (name === '*') problems.push('varies by everything')
    // the coding of the body says whether it suits
    else if (name !== 'accept-encoding' && valueOf(asked.lines, name) !== sentValue(visit, name))
      problems.push(`another ${name}`)
  }
  // named as what isn't for others, the cookie leaves the rest to them
  const isNamed = /(?:private|no-cache)="set-cookie"/.test(valuesOf(answer.lines, 'cache-control').join())
  const mayRemember = hasLifetime(lines, true) || ((isNamed || says(answer, governing, 'public')) && hasLifetime(lines))
  if (valuesOf(answer.lines, 'set-cookie').length > 0 && !mayRemember) problems.push('it set a cookie')
  // the origin was asked for this visitor, and let the stored one stand
  const isConfirmed = own.length > 0
  const allowsStale = says({ lines }, governing, 'stale-while-revalidate=[1-9]\\d*')
  if (!isConfirmed && says({ lines }, governing, 'no-cache')) problems.push('no-cache')
  if (!isConfirmed && !hasLifetime(lines) && !allowsStale && !mayGuess(exchange, lines))
    problems.push('without a lifetime')
  // RFC 9111, section 4.4
  const confirmations = valuesOf(visit.answer?.lines ?? [], 'x-validated').map((id) =>
    happened.exchanges.get(Number(id)),
  )
  const madeAt = Math.max(exchange.at, ...confirmations.map((one) => one?.at ?? 0))
  const changes = happened.visits.filter(
    ({ request, answer: theirs, to }) =>
      isChange(request) && /^HTTP\/1\.1 [23]/.test(theirs?.startLine ?? '') && to < visit.from,
  )
  const isOutdated = changes.some((change) => exchangesOf(change, happened).some(({ at }) => madeAt < at))
  if (isOutdated && !isConfirmed) problems.push('outdated by a change')
  return problems
}

/** Whether a lifetime may be guessed from the date of the last change (RFC 9111, section 4.2.2). */
function mayGuess({ request, answer }: Exchange, lines: FieldLines): boolean {
  const isReadable = valuesOf(lines, 'cache-control').every((value) =>
    /^(?:\s*(?:[\w-]+(?:=(?:[\w-]+|"[^"]*"))?)?\s*(?:,|$))*$/.test(value),
  )
  const isPage = /html/i.test(valuesOf(lines, 'content-type')[0] ?? '')
  const hasDate = valuesOf(lines, 'last-modified').length > 0
  const saysSo = /max-?age/i.test(valuesOf(lines, 'cache-control').join())
  return (
    isReadable && !isPage && hasDate && !saysSo && valuesOf(request.lines, 'cookie').length === 0 && answer.status < 500
  )
}

function variesBy(lines: FieldLines): string[] {
  return valuesOf(lines, 'vary').flatMap((value) =>
    value
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
}

function valueOf(lines: FieldLines, name: string): string | undefined {
  const values = valuesOf(lines, name)
  return values.length === 0
    ? undefined
    : values
        .join(',')
        .replaceAll(/\s*,\s*/g, ',')
        .toLowerCase()
}

/** The value that the origin would get from a visitor, whose Connection may keep it back. */
function sentValue({ request }: Visit, name: string): string | undefined {
  const isKeptBack = says(request, 'connection', name)
  return isKeptBack ? undefined : valueOf(request.lines, name)
}

/** A cookie is for the visitor who asked, whatever else is shared. */
function cookieProblems(visit: Visit, answer: Message, { exchanges }: Happened): string[] {
  return valuesOf(answer.lines, 'set-cookie').flatMap((cookie) => {
    const maker = exchanges.get(Number(/^sid=of(\d+)/.exec(cookie)?.[1]))
    if (!maker) return [`a cookie of nobody: ${cookie}`]
    const isOwn = maker.address === visit.visitor.address
    return isOwn || says(maker.answer, 'cache-control', 'public') ? [] : [`another visitor's cookie: ${cookie}`]
  })
}

/** A page of the edge's own needs a reason. */
function pageProblems(status: number, visit: Visit, own: readonly Exchange[], all: readonly Exchange[]): string[] {
  const isBroken = ({ answer }: Exchange) => answer.ending !== 'whole' || answer.status === 304
  if (status === 504 && says(visit.request, 'cache-control', 'only-if-cached')) return []
  // the answer to another visitor's request that this one waited for counts, too
  if (
    status === 502 &&
    (own.some(isBroken) || all.some((one) => isBroken(one) && visit.from < one.at && one.at < visit.to))
  )
    return []
  return [`a page with ${status}`]
}

const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'te',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'x-secret',
])
/** What the edge adds or writes itself, digests of bytes that it may have compressed included. */
const ofEdge: ReadonlySet<string> = new Set(
  words(`
    cache-status age date content-length vary etag content-encoding set-cookie content-range x-validated accept-ranges
    server content-md5 content-digest repr-digest digest
  `),
)

/** Whether the bytes are those of the origin. */
function byteProblems(
  visit: Visit,
  answer: Message,
  status: number,
  { answer: given, request: asked }: Exchange,
  exchanges: readonly Exchange[],
): string[] {
  const problems: string[] = []
  const confirmations = exchanges.filter((one) => one.answer.status === 304)
  const known = new Set(
    [given, ...confirmations.map((one) => one.answer)].flatMap(({ lines }) =>
      linesOf(lines).map(({ name, value }) => `${name}: ${value}`),
    ),
  )
  for (const { name, value } of linesOf(answer.lines)) {
    if (ofConnection.has(name) && name === 'x-secret') problems.push('a line that was for the connection')
    if (ofConnection.has(name) || ofEdge.has(name)) continue
    if (!known.has(`${name}: ${value}`))
      problems.push(`not a line of the origin: ${JSON.stringify(`${name}: ${value}`)}`)
  }
  if (status === given.status) {
    const changed = new Set(confirmations.flatMap((one) => linesOf(one.answer.lines).map(({ name }) => name)))
    const got = new Set(linesOf(answer.lines).map(({ name, value }) => `${name}: ${value}`))
    for (const { name, value } of linesOf(given.lines))
      if (!ofConnection.has(name) && !ofEdge.has(name) && !changed.has(name) && !got.has(`${name}: ${value}`))
        problems.push(`missing: ${JSON.stringify(`${name}: ${value}`)}`)
  }
  if (visit.request.method === 'HEAD' || status === 304 || status === 416) return problems
  const isBroken = (given.ending === 'closed' || given.ending === 'reset') && asked.method !== 'HEAD'
  if (answer.isWhole === isBroken) problems.push(isBroken ? 'looks whole, but broke off' : 'broke off, but was whole')
  const body = status === 206 ? answer.body : plainBody(answer, given.lines)
  if (body === undefined) problems.push('a coding that the visitor or nobody knows')
  else if (status === 206 && given.status !== 206) {
    // of what is compressed a part can't be read
    if (valuesOf(answer.lines, 'content-encoding')[0] !== valuesOf(given.lines, 'content-encoding')[0]) return problems
    const [, first = '', last = ''] =
      /^bytes (\d+)-(\d+)\//.exec(valuesOf(answer.lines, 'content-range')[0] ?? '') ?? []
    if (!body.equals(given.body.subarray(Number(first), Number(last) + 1))) problems.push('another part of the body')
  } else if (isBroken ? !given.body.subarray(0, body.length).equals(body) : !given.body.equals(body))
    problems.push(`another body: ${body.length} for ${given.body.length} bytes`)
  const coding = valuesOf(answer.lines, 'content-encoding')[0]
  if (coding !== valuesOf(given.lines, 'content-encoding')[0] && !accepts(visit, coding))
    problems.push(`${coding} not accepted`)
  return problems
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: (body) => brotliDecompressSync(body, { finishFlush: 2 }),
  gzip: (body) => gunzipSync(body, { finishFlush: 2 }),
  zstd: (body) => zstdDecompressSync(body),
}

/** The body as the origin sent it; what broke off as far as it came. */
function plainBody(answer: Message, given: FieldLines): Buffer | undefined {
  const coding = valuesOf(answer.lines, 'content-encoding')[0]
  if (coding === valuesOf(given, 'content-encoding')[0]) return answer.body
  const decode = decoders[coding ?? '']
  if (!decode) return undefined
  try {
    return decode(answer.body)
  } catch {
    return answer.isWhole ? undefined : Buffer.alloc(0)
  }
}

function accepts({ request }: Visit, coding: string | undefined): boolean {
  const field = valuesOf(request.lines, 'accept-encoding')[0] ?? ''
  if (coding === undefined) return true
  return new RegExp(`(?:^|[\\s,])(?:${coding}|\\*)(?!;q=0)`).test(field)
}

const replacedInRequests: ReadonlySet<string> = new Set([
  ...claimingNames.map((name) => name.toLowerCase()),
  ...words(`
    connection content-length transfer-encoding te accept-encoding keep-alive upgrade expect
    if-none-match if-modified-since if-match range if-range
  `),
])

/** The same, unless it's for an earlier request of the visitor: a stored answer may be renewed once it has been used. */
function askingProblems(visit: Visit, exchange: Exchange, happened: Happened): string[] {
  const problems = requestProblems(visit, exchange, happened)
  const earlier = happened.visits.filter(({ visitor, from }) => visitor === visit.visitor && from < visit.from)
  return earlier.some((one) => requestProblems(one, exchange, happened).length === 0) ? [] : problems
}

/** What is wrong with how a visitor's request reached the origin. */
function requestProblems(
  visit: Visit,
  { request: got, isWhole, answer }: Exchange,
  { resource, exchanges }: Happened,
): string[] {
  const { request: sent } = visit
  const problems: string[] = []
  if (!resource.spellings.includes(got.target)) problems.push(`asked for ${got.target}`)
  for (const { name, value } of linesOf(got.lines)) {
    // clients that can't send every method name it in another one, whose answers are never kept
    const isTunneled = sent.method !== 'GET' && sent.method !== 'HEAD' && name.includes('method')
    if (value.includes('claim-') && !isTunneled)
      problems.push(`a visitor's claim reached the origin: ${name}: ${value}`)
  }
  if (got.method !== sent.method) return problems
  const reached = new Set(linesOf(got.lines).map(({ name, value }) => `${name}: ${value}`))
  for (const { name, value } of linesOf(sent.lines)) {
    if (replacedInRequests.has(name) || says(sent, 'connection', name)) continue
    if (!reached.has(`${name}: ${value}`))
      problems.push(`didn't reach the origin: ${JSON.stringify(`${name}: ${value}`)}`)
  }
  if (sent.body.length > 0 && isWhole && !got.body.equals(sent.body)) problems.push('another body reached the origin')
  if (sent.body.length > 0 && !isWhole && answer.ending === 'whole') problems.push('half a body reached the origin')
  return [...problems, ...tagProblems(visit, got.lines, [...exchanges.values()])]
}

/** The origin has to be asked with the tags that it has given, not with those that the edge made of them. */
function tagProblems({ request }: Visit, got: FieldLines, exchanges: readonly Exchange[]): string[] {
  const given = new Set(exchanges.flatMap(({ answer }) => valuesOf(answer.lines, 'etag')))
  return ['if-none-match', 'if-match'].flatMap((name) => {
    const sent = valuesOf(request.lines, name)[0]
    const reached = valuesOf(got, name)[0]
    if (sent === undefined || reached === undefined) return []
    const own = sent.split(', ').map((tag) => [tag, tag.replace(/-(?:br|gzip|zstd)"$/, '"')])
    return own.flatMap(([tag = '', plain = '']) => {
      const meant = given.has(tag) ? tag : given.has(plain) ? plain : undefined
      return meant === undefined || reached.includes(meant) ? [] : [`asked with ${reached}, not ${meant}`]
    })
  })
}
