import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import * as z from 'zod/mini'
import { authorityLimits } from './limits.ts'
import { machineResolver, reason, type Resolver } from '../../shared/guard/index.ts'
import { AuthorityError, type AuthorityProblem } from './authority-error.ts'
import { waitAsked } from '../world/retry-after.ts'

interface Question {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: Record<string, string>
  readonly data: string
}

/** A problem document (RFC 9457) as ACME uses it. */
const problemDocument = z.object({ type: z.optional(z.string()), detail: z.optional(z.string()) })

const errorType = 'urn:ietf:params:acme:error:'

/**
 * Sends one request to an authority, within limits of time and size. Follows no redirects.
 * @param resolver finds the authority
 * @throws {AuthorityError} if it doesn't answer, or with an error
 */
export async function askAuthority(question: Question, resolver: Resolver = machineResolver()): Promise<Answer> {
  const signal = AbortSignal.timeout(authorityLimits.answer)
  const { response, data } = await received(async () => {
    const answered = await responseTo(question, resolver, signal)
    return { response: answered, data: await textOf(answered) }
  }, signal)
  const { statusCode: status = 0, statusMessage: statusText = '' } = response
  if (status >= 300) {
    const problem = problemIn(data)
    // the client sends such a request again by itself, with the new nonce
    if (problem.type !== `${errorType}badNonce`) throw errorOf(response, problem)
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return { status, statusText, headers: Object.fromEntries(headers), data }
}

function responseTo(
  { url, method, headers, body }: Question,
  resolver: Resolver,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = new URL(url).protocol === 'http:' ? requestHttp : requestHttps
  const request = send(url, {
    method: method.toUpperCase(),
    headers: { ...headers, 'user-agent': 'SitePerformance-Certificates', 'accept-encoding': 'identity' },
    // Node's own look-ups would wait for a name server that is silent
    lookup: lookupBy(resolver),
    ...allAddresses,
    agent: false,
    signal,
  })
  request.once('response', resolve)
  request.on('error', reject)
  request.end(body)
  return promise
}

/** An option of sockets, which the types of requests don't have. */
const allAddresses = { autoSelectFamily: true }

/** For a connection that tries all addresses. */
function lookupBy(resolver: Resolver): LookupFunction {
  const lookup = callbackify(async (host: string) => [...(await resolver.lookup(host)).addresses])
  return (host, _, done) => lookup(host, done)
}

async function received<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AuthorityError) throw error
    const why = signal.aborted ? 'it didn’t answer in time' : reason(error)
    throw new AuthorityError('away', `The certificate authority can’t be reached: ${why}.`, { cause: error })
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const part of response) {
    const chunk = Buffer.from(part)
    size += chunk.length
    if (size > authorityLimits.answerSize)
      throw new AuthorityError('away', 'The certificate authority sent more than it should.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function problemIn(text: string): z.output<typeof problemDocument> {
  try {
    const parsed = problemDocument.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

function errorOf(
  { statusCode: status = 0, headers }: IncomingMessage,
  { type = '', detail = '' }: z.output<typeof problemDocument>,
) {
  const problem = problemOf(status, type.replace(errorType, ''))
  const said = detail === '' ? `HTTP ${status}` : detail
  return new AuthorityError(problem, sentenceOf(problem, said), {
    waitMs: waitAsked(headers['retry-after'] ?? null, Date.now()),
  })
}

function problemOf(status: number, name: string): AuthorityProblem {
  if (name === 'rateLimited' || status === 429) return 'limited'
  if (name === 'accountDoesNotExist') return 'no-account'
  return name === 'serverInternal' || name === '' || status >= 500 ? 'away' : 'refused'
}

const beginnings: Readonly<Record<AuthorityProblem, string>> = {
  refused: 'The certificate authority refused',
  limited: 'The certificate authority is limiting requests',
  away: 'The certificate authority failed',
  'no-account': 'The certificate authority doesn’t know the service’s account',
}

/** @param said the authority's own words */
export function sentenceOf(problem: AuthorityProblem, said: string): string {
  const clean = said
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
  const most = authorityLimits.problem
  return `${beginnings[problem]}: ${clean.length > most ? `${clean.slice(0, most)}…` : clean}.`
}
