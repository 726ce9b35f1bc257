import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import type { Services } from '../api/services.ts'
import { signOnUrl } from '../configuration/addresses.ts'
import type { SignOn } from '../database/index.ts'

/** What a sign-on is begun with, and finished by. */
export interface Begun {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

/** Who somebody is, as their identity provider says. */
export interface Identity {
  readonly subject: string
  readonly email: string | undefined
  readonly isVerified: boolean
  readonly name: string | undefined
}

/** Where to send the browser, and what its answer has to fit. @throws if the provider can't be reached, or isn't the issuer */
export async function startAtProvider(
  signOn: SignOn,
  email: string,
  services: Services,
): Promise<{ readonly url: string; readonly begun: Begun }> {
  const provider = await discover(signOn, services)
  const begun = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: signOnUrl(services.settings),
    scope: 'openid email profile',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    login_hint: email,
  })
  return { url: url.href, begun }
}

const claimsSchema = z.looseObject({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string().check(z.maxLength(254))),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
})

/**
 * Whose the answer of a provider is. State, issuer (RFC 9207), nonce and the signature of the ID token are checked, and the code is
 * bound to this browser by PKCE.
 * @param response the query of the redirect
 * @throws if the provider refused, or the answer doesn't fit
 */
export async function identityFrom(
  response: string,
  begun: Begun,
  signOn: SignOn,
  services: Services,
): Promise<Identity> {
  const provider = await discover(signOn, services)
  const url = new URL(signOnUrl(services.settings))
  url.search = response
  const tokens = await oidc.authorizationCodeGrant(provider, url, {
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    pkceCodeVerifier: begun.verifier,
    idTokenExpected: true,
  })
  const inToken = claimsSchema.parse(tokens.claims())
  // many providers have the address only there
  const claims =
    inToken.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
      ? claimsSchema.parse(await oidc.fetchUserInfo(provider, tokens.access_token, inToken.sub))
      : inToken
  return {
    subject: inToken.sub,
    email: claims.email,
    isVerified: claims.email_verified === true,
    name: claims.name ?? inToken.name,
  }
}

/** The provider as it describes itself, which has to be under the issuer's own name. */
function discover(
  { issuer, client_id, secret_sealed }: SignOn,
  { world, vault }: Services,
): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:')
  return oidc.discovery(
    new URL(issuer),
    client_id,
    undefined,
    secret_sealed === null ? oidc.None() : withSecret(vault.open(secret_sealed)),
    {
      [oidc.customFetch]: (url, { body, ...init }) =>
        world.identityProviders.fetch(url, {
          ...init,
          body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null),
        }),
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    },
  )
}

/** By the way that the provider takes; without saying, it's the first (OpenID Connect Discovery 1.0, section 3). */
function withSecret(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported
    const isPostOnly = known?.includes('client_secret_post') === true && !known.includes('client_secret_basic')
    return (isPostOnly ? post : basic)(server, ...rest)
  }
}
