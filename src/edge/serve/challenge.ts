import { challengeToken } from '../tls/challenges.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { EdgeContext } from './edge-context.ts'

type Visit = Pick<Exchange, 'request' | 'response' | 'method' | 'target'>

/** The token that a certificate authority asks for, to see whether a host is served here (HTTP-01: RFC 8555, section 8.3). */
export function askedToken({ request, method, target }: Visit): string | undefined {
  return method === 'GET' && !request.body ? challengeToken(target) : undefined
}

/**
 * Answers a certificate authority.
 * @returns whether that's all; if not, the request is like any other, since the customer may have certificates, too
 */
export async function answerChallenge(
  { response }: Visit,
  hostname: string,
  token: string,
  { challenges }: Pick<EdgeContext, 'challenges'>,
): Promise<boolean> {
  const answer = await challenges.answerTo(hostname, token)
  if (response.destroyed) return true
  if (answer === undefined) return false
  const body = Buffer.from(answer)
  const lines = ['Content-Type', 'text/plain', 'Content-Length', String(body.length), 'Cache-Control', 'no-store']
  response.writeHead(200, 'OK', lines)
  response.end(body)
  return true
}
