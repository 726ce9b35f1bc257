import { Resolver } from 'node:dns/promises'
import { dnsLimits } from './limits.ts'
import { firstOf } from './first-of.ts'

/** Error codes that mean there is no such record, rather than no answer. */
const noSuchRecord = new Set(['ENODATA', 'ENOTFOUND'])

/** Whether an error is an answer: that there is no such record. */
export function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && noSuchRecord.has(String(error.code))
}

/** Name servers that another one has overtaken, and when each of them is asked again to find out whether it's back. */
const silent = new Map<string, number>()

/** The silent ones, for another process on this machine. */
export const silentNameServers = (): readonly string[] => [...silent.keys()]

/** Takes over what another process knows. */
export function recordSilent(names: readonly string[]): void {
  for (const name of names) silent.set(name, performance.now() + dnsLimits.silence)
}

interface Server {
  /** `address` or `address:port` */
  readonly name: string
  readonly resolver: Resolver
}

/** What a server said: a value, or that there is none. */
type Answer<T> = { readonly value: T } | { readonly none: unknown }

/**
 * Name servers that are asked one after the other, the next one soon: Node alone would wait `attemptMs` for each. The first
 * answer counts, also that there is no such record. A server that another one has overtaken comes last from then on, in the
 * whole process, until it answers.
 */
export class NameServers {
  readonly #servers: readonly Server[]

  /**
   * @param servers `address` or `address:port`; empty for the machine's own
   * @param attemptMs for a server's first answer; a second attempt waits longer
   */
  constructor(servers: readonly string[], attemptMs: number = dnsLimits.attempt) {
    const resolverOf = (names: readonly string[]) => {
      // without the last one, no attempt takes more than 5 s
      const resolver = new Resolver({ timeout: attemptMs, tries: dnsLimits.tries, maxTimeout: 2 * attemptMs })
      if (names.length > 0) resolver.setServers([...names])
      return resolver
    }
    const all = resolverOf(servers)
    const names = all.getServers()
    // Node doesn't tell the interface that a link-local address belongs to
    this.#servers =
      names.length > 1 && !names.some((name) => /^\[?fe80:/i.test(name))
        ? names.map((name) => ({ name, resolver: resolverOf([name]) }))
        : [{ name: names[0] ?? '', resolver: all }]
  }

  /** @throws what `query` fails with; if no server answers, what it failed with first */
  async ask<T>(query: (resolver: Resolver) => Promise<T>): Promise<T> {
    const unanswered = new Set<string>()
    let isOver = false
    const begin = ({ name, resolver }: Server) => {
      unanswered.add(name)
      const result = answerOf(query(resolver)).finally(() => unanswered.delete(name))
      return { result: result.then(record), cancel: () => undefined }

      function record(answer: Answer<T>) {
        silent.delete(name)
        if (!isOver) for (const slower of unanswered) silent.set(slower, performance.now() + dnsLimits.silence)
        isOver = true
        return answer
      }
    }
    for (const { name, resolver } of this.#servers.filter(isDue)) {
      silent.set(name, performance.now() + dnsLimits.silence)
      void answerOf(query(resolver)).then(
        () => silent.delete(name),
        () => undefined,
      )
    }
    const order = this.#servers.toSorted((a, b) => Number(silent.has(a.name)) - Number(silent.has(b.name)))
    const answer = await firstOf(order, begin, { delay: dnsLimits.patience }).catch((error: unknown) => {
      throw error instanceof AggregateError ? error.errors[0] : error
    })
    if ('none' in answer) throw answer.none
    return answer.value
  }
}

const isDue = ({ name }: Server) => (silent.get(name) ?? Infinity) <= performance.now()

function answerOf<T>(query: Promise<T>): Promise<Answer<T>> {
  return query.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (isAnswer(error)) return { none: error }
      throw error
    },
  )
}
