import OAuth2Server from '@node-oauth/oauth2-server'
import { roles } from '../../contract/index.ts'
import { networkOf } from '../../shared/client-address.ts'
import { HttpError } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import { oauthServer } from './server.ts'

/** The longest body of a token request, bytes. */
const longest = 8192

/** What the endpoints of OAuth answer, in its own words rather than the API's. */
export interface OAuthReply {
  readonly status: 200 | 400 | 401 | 413 | 429 | 500 | 503
  readonly body: object
  readonly headers: Readonly<Record<string, string>>
}

/** Exchanges a code for a key (RFC 6749, section 4.1.3). @param address the client's */
export async function exchangeCode(request: Request, address: string, services: Services): Promise<OAuthReply> {
  try {
    await services.limits.exchanges.count(networkOf(address))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return refusal(429, 'temporarily_unavailable', error.message, { ...error.headers })
  }
  const text = await textOf(request)
  if (text === undefined) return refusal(413, 'invalid_request', `The body is longer than ${longest} bytes.`)
  const body: Record<string, string> = Object.fromEntries(new URLSearchParams(text))
  const response = new OAuth2Server.Response()
  try {
    await oauthServer(services, Boolean(body['redirect_uri'])).token(
      new OAuth2Server.Request({
        method: request.method,
        query: {},
        headers: { ...Object.fromEntries(request.headers), 'content-length': String(text.length) },
        body,
      }),
      response,
    )
  } catch (error) {
    const known = error instanceof OAuth2Server.OAuthError ? error : undefined
    if (known && known.code < 500) {
      const { code, name, message } = known
      return refusal(code === 401 ? 401 : 400, name, message, { ...response.headers })
    }
    services.log.error({ err: error }, 'a code was not exchanged')
    return refusal(503, 'temporarily_unavailable', 'The service failed to process the request. Try again.')
  }
  return { status: 200, body: response.body as object, headers: { ...response.headers } }
}

/** The body; undefined for one that is too long, which isn't read to its end. */
async function textOf({ body }: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > longest) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function refusal(
  status: OAuthReply['status'],
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): OAuthReply {
  return {
    status,
    body: { error, error_description: description },
    headers: { 'Cache-Control': 'no-store', ...headers },
  }
}

/** What an application can learn by itself (RFC 8414). @param url the service's public one */
export function serverMetadata(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: roles,
    service_documentation: `${url}/api/docs`,
  }
}
