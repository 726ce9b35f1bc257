import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { freePort } from './free-port.ts'

/** Somebody whom the provider knows. */
export interface KnownTo {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** The client that the provider knows. */
export const client = { clientId: 'site-performance', clientSecret: 'a-secret-of-the-client' } as const

/** A real OpenID provider, which signs in whoever comes as the person that a test says. */
export async function startIdentityProvider(redirectUri: string) {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const known = new Map<string, KnownTo>()
  let subject = ''
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...known.get(id) }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: subject } })
    else void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    issuer,
    stop() {
      server.closeAllConnections()
      server.close()
    },
    /** Has whoever comes next be this person. */
    signIn(id: string, who: KnownTo) {
      known.set(id, who)
      subject = id
    },
    /** What a browser does at the provider. @returns the query with which it is sent back */
    async follow(url: string): Promise<string> {
      const cookies = new Map<string, string>()
      let at = url
      for (let i = 0; i < 10; i++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of reply.headers.getSetCookie()) {
          const [pair = ''] = set.split(';')
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = reply.headers.get('location')
        if (location === null) throw new Error(`${at} answered ${reply.status} ${await reply.text()}`)
        at = new URL(location, at).href
        if (at.startsWith(redirectUri)) return new URL(at).search
      }
      throw new Error('The provider redirects in circles.')
    },
  }
}
