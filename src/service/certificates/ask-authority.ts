import * as z from 'zod/mini'
import { bounds } from '../bounds.ts'
import { reason } from '../guard/index.ts'
import { AuthorityError, type AuthorityProblem } from './authority-error.ts'
import { waitAsked } from '../retry-after.ts'

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
 * @throws {AuthorityError} if it doesn't answer, or with an error
 */
export async function askAuthority({ url, method, headers, body }: Question): Promise<Answer> {
  const signal = AbortSignal.timeout(bounds.authority.answer)
  const answer = await received(async () => {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: { ...headers, 'user-agent': 'SitePerformance-Certificates' },
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    })
    return { response, data: await textOf(response) }
  })
  const { response, data } = answer
  const { status, statusText } = response
  if (status >= 300) {
    const problem = problemIn(data)
    // the client sends such a request again by itself, with the new nonce
    if (problem.type !== `${errorType}badNonce`) throw errorOf(response, problem)
  }
  return { status, statusText, headers: Object.fromEntries(response.headers), data }
}

async function received<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AuthorityError) throw error
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const why = isLate
      ? 'it didn’t answer in time'
      : reason(error instanceof TypeError ? (error.cause ?? error) : error)
    throw new AuthorityError('away', `The certificate authority can’t be reached: ${why}.`, { cause: error })
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > bounds.authority.answerSize)
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

function errorOf({ status, headers }: Response, { type = '', detail = '' }: z.output<typeof problemDocument>) {
  const problem = problemOf(status, type.replace(errorType, ''))
  const said = detail === '' ? `HTTP ${status}` : detail
  return new AuthorityError(problem, sentenceOf(problem, said), {
    waitMs: waitAsked(headers.get('retry-after'), Date.now()),
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
  const most = bounds.authority.problem
  return `${beginnings[problem]}: ${clean.length > most ? `${clean.slice(0, most)}…` : clean}.`
}
