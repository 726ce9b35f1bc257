import type { TestService } from '../service/test/service.ts'
import type { Io } from './io.ts'
import { run } from './run.ts'

interface Options {
  readonly env?: Io['env']
  /** What is piped in. */
  readonly input?: string
  readonly width?: number
  readonly fetch?: Io['fetch']
  /** Called instead of waiting. */
  readonly pause?: () => Promise<void> | void
}

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  /** How many requests were sent. */
  readonly sent: number
}

/** Runs a command line in this process. */
export async function ran(args: readonly string[], options: Options = {}): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  const { fetch = () => Promise.reject(new Error('There is no service.')) } = options
  let sent = 0
  let now = 0
  const code = await run(args, {
    env: options.env ?? {},
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    width: options.width,
    readSecret: () => Promise.resolve(options.input ?? ''),
    readFile: (path) =>
      path === '-' ? Promise.resolve(options.input ?? '') : Promise.reject(new Error(`There is no ${path}.`)),
    fetch: (...request) => {
      sent++
      return fetch(...request)
    },
    pause: async (ms) => {
      now += ms
      await options.pause?.()
    },
    now: () => now,
  })
  return { code, out: out.join('\n'), err: err.join('\n'), sent }
}

/** The address of a service in this process, for `fetchFrom`. */
export const testUrl = 'http://localhost/api'

/** Sends requests to a service in this process. */
export const fetchFrom =
  ({ app }: TestService): Io['fetch'] =>
  (url, init) =>
    Promise.resolve(app.fetch(new Request(url, init), { incoming: { socket: { remoteAddress: '192.0.2.1' } } }))
