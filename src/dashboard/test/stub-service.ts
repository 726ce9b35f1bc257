import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/index.ts'

/** A reply before the contract fills anything in. */
type Sent<E extends Endpoint> = z.input<E['reply']>

export interface Refusal {
  readonly status: number
  readonly error?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that reached the service. */
export interface Received {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly credentials: RequestCredentials
  readonly body: string
}

/** `timeout` ends the request as its time limit does. */
export type Answer = (received: Received, timeout: AbortController) => Response | Promise<Response>

const nothingThere = { status: 404, error: 'There is nothing at this path.' }

/**
 * The service as a component test scripts it. An endpoint answers as last scripted. One without a script isn't
 * there, like an extension that a service lacks.
 */
export class StubService {
  readonly #answers = new Map<Endpoint, Answer>()
  readonly #received: (Received & { readonly endpoint: Endpoint | undefined })[] = []
  #isReachable = true
  #keepsKeys = false
  #keepsSessions = false
  #takesPasskeys = false
  #latestTimeout = new AbortController()

  reply<E extends Endpoint>(endpoint: E, reply: Sent<E>): this {
    return this.answer(endpoint, () => Response.json(reply))
  }

  refuse(endpoint: Endpoint, refusal: Refusal): this {
    return this.answer(endpoint, () => refused(refusal))
  }

  /** Leaves the endpoint's requests without an answer. */
  keepWaiting(endpoint: Endpoint): this {
    return this.answer(endpoint, () => new Promise(() => {}))
  }

  answer(endpoint: Endpoint, answer: Answer): this {
    this.#answers.set(endpoint, answer)
    return this
  }

  /** Says in its configuration that a POST with an Idempotency-Key takes effect once. */
  keepKeys(): this {
    this.#keepsKeys = true
    return this
  }

  /** Says in its configuration that it has sessions. */
  keepSessions(): this {
    this.#keepsSessions = true
    return this
  }

  /** Says in its configuration that browsers take passkeys for its address. */
  takePasskeys(): this {
    this.#takesPasskeys = true
    return this
  }

  /** Whether the network leads to it. */
  setReachable(isReachable: boolean): void {
    this.#isReachable = isReachable
  }

  /** What reached an endpoint, oldest first. */
  received(endpoint: Endpoint): readonly Received[] {
    return this.#received.filter((one) => one.endpoint === endpoint)
  }

  /** Takes the place of `AbortSignal.timeout`: no time passes here, so only an answer can end a request. */
  readonly timeout: typeof AbortSignal.timeout = () => {
    this.#latestTimeout = new AbortController()
    return this.#latestTimeout.signal
  }

  /** Takes the place of the browser's `fetch`. */
  readonly fetch: typeof fetch = async (input, init) => {
    // a client makes it right before its request
    const timeout = this.#latestTimeout
    const request = new Request(input, init)
    if (!this.#isReachable) throw new TypeError('Failed to fetch')
    const { pathname, searchParams } = new URL(request.url)
    const config = {
      base_url: '/api',
      idempotency_keys: this.#keepsKeys,
      sessions: this.#keepsSessions,
      passkeys: this.#takesPasskeys,
    }
    if (pathname === '/config.json' && (this.#keepsKeys || this.#keepsSessions)) return Response.json(config)
    const path = pathname.replace(/^\/api/, '')
    const [endpoint, answer] = this.#find(request.method, path)
    const received = {
      path,
      query: searchParams,
      headers: request.headers,
      credentials: request.credentials,
      body: await request.text(),
    }
    this.#received.push({ ...received, endpoint })
    const aborted = new Promise<never>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
    )
    return Promise.race([answer(received, timeout), aborted])
  }

  #find(method: string, path: string): readonly [Endpoint | undefined, Answer] {
    const matches = [...this.#answers]
      .filter(([endpoint]) => endpoint.method === method && patternOf(endpoint).test(path))
      // `/sites/new` before `/sites/{site_id}`
      .toSorted(([a], [b]) => a.path.split('{').length - b.path.split('{').length)
    return matches[0] ?? [undefined, () => refused(nothingThere)]
  }
}

const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

function refused({ status, error = 'The request was refused.', fields, headers = {} }: Refusal): Response {
  return Response.json({ error, ...(fields ? { fields } : {}) }, { status, headers })
}
