import { networkLimits } from './limits.ts'
import type { IdentityProviders } from './world.ts'

/** Requests to identity providers. Redirects aren't followed: no endpoint of OpenID Connect needs one. */
export const realIdentityProviders: IdentityProviders = {
  async fetch(url, init) {
    const timeout = AbortSignal.timeout(networkLimits.identityProvider)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const body = await bodyOf(response)
    const { status, headers } = response
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers })
  },
}

async function bodyOf({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > networkLimits.identityReply) throw new Error('The reply is too large.')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
