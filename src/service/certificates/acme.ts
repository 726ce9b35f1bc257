import { setTimeout } from 'node:timers/promises'
import type { Client, Order } from 'acme-client'
import { authorityLimits } from './limits.ts'
import type { AccountOwner, Authority, CertificateOrder } from '../world/world.ts'
import { askAuthority, sentenceOf } from './ask-authority.ts'
import { AuthorityError } from './authority-error.ts'

/** How often to ask whether the authority is done, ms: at first, and at most. */
const polling = { first: 250, most: 5000 } as const

/** The authorities of the real world. */
export const acmeAuthority: Authority = {
  prepare: async () => void (await library()),
  account: (owner) => explained(() => makeAccount(owner)),
  certificate: (order) => explained(() => orderCertificate(order), order.signal),
}

let loaded: ReturnType<typeof load> | undefined

const library = () => (loaded ??= load())

/** Takes about 0.4 s and 25 MiB, so it happens only where certificates are wanted. */
async function load() {
  const acme = await import('acme-client')
  // its own transport has no limits, and hides why a request failed
  acme.axios.defaults.adapter = async (config) => ({
    ...(await askAuthority({
      url: config.url ?? '',
      method: config.method ?? 'get',
      headers: textsOf(config.headers.toJSON()),
      body: typeof config.data === 'string' ? config.data : undefined,
    })),
    config,
  })
  return acme
}

function textsOf(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

async function makeAccount({ directory, key, email }: AccountOwner): Promise<string> {
  const acme = await library()
  const client = new acme.Client({ directoryUrl: directory, accountKey: key })
  await client.createAccount({
    termsOfServiceAgreed: true,
    ...(email === null ? {} : { contact: [`mailto:${email}`] }),
  })
  return client.getAccountUrl()
}

async function orderCertificate(wanted: CertificateOrder): Promise<string> {
  const { directory, account, hostnames, key } = wanted
  const signal = AbortSignal.any([wanted.signal, AbortSignal.timeout(authorityLimits.order)])
  const acme = await library()
  const client = new acme.Client({ directoryUrl: directory, accountKey: account.key, accountUrl: account.url })
  const order = await client.createOrder({ identifiers: hostnames.map((value) => ({ type: 'dns', value })) })
  await prove(client, order, wanted, signal)
  const read = () => client.getOrder(order)
  const ready = await settled(signal, await read(), read)
  if (ready.status === 'invalid') throw refusal(ready.error)
  const [, request] = await acme.crypto.createCsr({ altNames: [...hostnames] }, key)
  signal.throwIfAborted()
  const finalized = await client.finalizeOrder(order, request)
  const valid = await settled(signal, finalized, read)
  if (valid.status !== 'valid') throw refusal(valid.error)
  return client.getCertificate(valid)
}

/** Shows the authority that the hosts are served here. */
async function prove(client: Client, order: Order, { publish }: CertificateOrder, signal: AbortSignal): Promise<void> {
  const authorizations = await client.getAuthorizations(order)
  for (const { challenges, status, identifier } of authorizations) {
    if (status === 'valid') continue
    const challenge = challenges.find(({ type }) => type === 'http-01')
    if (!challenge || !isToken(challenge.token)) throw refusal({ detail: 'it offers no check over HTTP' })
    await publish(challenge.token, await client.getChallengeKeyAuthorization(challenge), identifier.value)
    signal.throwIfAborted()
    await client.completeChallenge(challenge)
  }
  const read = async () => {
    const now = await client.getAuthorizations(order)
    return now.find(({ status }) => status !== 'valid') ?? { status: 'valid' as const, challenges: [] }
  }
  const last = await settled(signal, await read(), read)
  if (last.status === 'valid') return
  const failed = last.challenges.find((challenge) => 'error' in challenge)
  throw refusal(failed && 'error' in failed ? failed.error : undefined)
}

/** RFC 8555, section 8.3. It becomes part of a path. */
const isToken = (token: string) => /^[\w-]{1,200}$/.test(token)

/** Reads something again until the authority is done with it. */
async function settled<T extends { readonly status: string }>(
  signal: AbortSignal,
  first: T,
  read: () => Promise<T>,
): Promise<T> {
  let now = first
  for (let wait: number = polling.first; now.status === 'pending' || now.status === 'processing'; wait *= 2) {
    await setTimeout(Math.min(wait, polling.most), undefined, { signal })
    now = await read()
  }
  return now
}

/** @param error what the authority says is wrong with a challenge or an order */
function refusal(error: unknown): AuthorityError {
  const said =
    typeof error === 'object' && error !== null && 'detail' in error ? String(error.detail) : 'it didn’t say why'
  return new AuthorityError('refused', sentenceOf('refused', said))
}

/** Whatever isn't an error in the authority's own words is an answer that can't be used, or took too long. */
async function explained<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AuthorityError) throw error
    signal?.throwIfAborted()
    const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
    const said = isLate ? 'it took too long' : 'its answer couldn’t be understood'
    throw new AuthorityError('away', sentenceOf('away', said), { cause: error })
  }
}
