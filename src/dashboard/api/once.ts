import { ApiError } from '../../client/errors.ts'
import type { WireInput } from '../../client/request.ts'
import { newIdempotencyKey, pause, retryDelay } from '../../client/retries.ts'
import type { AnyEndpoint, Endpoint } from '../../contract/index.ts'
import { readConfig } from './config.ts'
import type { Credentials } from './credentials.ts'

/**
 * POSTs that need no key: those that change nothing, and those that give a key, which the service would have to keep with the reply.
 */
const withoutKey: readonly AnyEndpoint['id'][] = [
  'user.cache.match',
  'user.settings.explain',
  'user.keys.replace',
  ...(['user', 'partner'] as const).flatMap((by) => [`${by}.keys.create`, `${by}.keys.rotate`] as const),
  'partner.partnerKeys.create',
  'partner.partnerKeys.rotate',
]

/** Done twice, these make two of a thing. Anything else is meant again when it's asked for again, such as a purge. */
const makesSomething = ({ id }: Endpoint) => /\.(?:create|addNote)$/.test(id)

const retries = 2
/** Whoever is told to wait longer is told so instead, because a button waits with them. */
const longestWaitMs = 5000
/** Requests without an answer whose keys are kept. */
const maxLost = 50

/** The keys of creations that got no answer, oldest first. */
const lost = new Map<string, string>()

/**
 * Sends a POST so that it takes effect once, where the service keeps keys: with a key, and again if no answer comes. A
 * creation without an answer has the same key when it's asked for again. Other requests are sent once.
 */
export async function sendOnce<T>(
  endpoint: Endpoint,
  input: WireInput,
  credentials: Credentials | null,
  signal: AbortSignal | undefined,
  send: (idempotencyKey?: string) => Promise<T>,
): Promise<T> {
  if (!credentials || !(await takesKey(endpoint, credentials))) return send()
  const { role, id, baseUrl } = credentials
  const request = JSON.stringify([baseUrl, role, id, endpoint.id, input])
  const key = lost.get(request) ?? newIdempotencyKey()
  for (let failures = 1; ; failures++) {
    try {
      const reply = await send(key)
      lost.delete(request)
      return reply
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const delay = error.status === 429 ? undefined : retryDelay(error, { method: endpoint.method, failures })
      if (failures <= retries && delay !== undefined && delay <= longestWaitMs) {
        await pause(delay, signal)
        continue
      }
      lost.delete(request)
      if (makesSomething(endpoint)) keep(request, key, error)
      throw error
    }
  }
}

/** Keeps the key of a request that may have taken effect. A refusal is an answer, and leaves the key to others. */
function keep(request: string, key: string, error: ApiError): void {
  const { kind, status } = error
  if (kind !== 'unreachable' && kind !== 'malformed' && status < 500) return
  // what the service itself says of a failure stands
  if (kind !== 'failed' || status === 502 || status === 504) error.isSafeToRepeat = true
  lost.set(request, key)
  const [oldest] = lost.keys()
  if (lost.size > maxLost && oldest !== undefined) lost.delete(oldest)
}

async function takesKey({ method, id, access }: Endpoint, { baseUrl }: Credentials): Promise<boolean> {
  // done twice, what is about the session itself changes nothing
  if (access === 'guest' || access === 'session') return false
  if (method !== 'POST' || withoutKey.some((one) => one === id)) return false
  const config = await readConfig()
  // the file speaks of its own service; another one may be signed in to
  return config.idempotencyKeys && baseUrl === config.baseUrl
}
