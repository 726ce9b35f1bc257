import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright-core'
import * as z from 'zod/mini'

/** A DevTools session of the page, or of a frame or worker that runs in its own process. */
export type Session = Pick<CDPSession, 'send' | 'on'>

const incoming = z.looseObject({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.looseObject({ message: z.string() })),
})

/** A session whose messages are wrapped in those of its parent session. */
export class ChildSession {
  readonly #parent: Session
  readonly #sessionId: string
  readonly #events = new EventEmitter()
  readonly #replies = new Map<number, PromiseWithResolvers<unknown>>()
  #lastId = 0

  constructor(parent: Session, sessionId: string) {
    this.#parent = parent
    this.#sessionId = sessionId
  }

  /** This session with the types of Playwright's, which know every DevTools method and event. */
  get session(): Session {
    const untyped: unknown = {
      send: (method: string, params?: object) => this.#send(method, params),
      on: (event: string, listener: (payload: unknown) => void) => this.#events.on(event, listener),
    }
    return untyped as Session
  }

  /** Handles a message from `Target.receivedMessageFromTarget`. */
  receive(message: string): void {
    const { id, method, params, result, error } = z.parse(incoming, JSON.parse(message))
    if (method !== undefined) this.#events.emit(method, params)
    const reply = id === undefined ? undefined : this.#replies.get(id)
    if (id === undefined || !reply) return
    this.#replies.delete(id)
    if (error) reply.reject(new Error(error.message))
    else reply.resolve(result)
  }

  /** Rejects what is still unanswered: the target is gone. */
  end(): void {
    for (const { reject } of this.#replies.values()) reject(new Error('The target was closed.'))
    this.#replies.clear()
  }

  async #send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#lastId
    const reply = Promise.withResolvers<unknown>()
    this.#replies.set(id, reply)
    const message = JSON.stringify({ id, method, params })
    const asked = this.#parent.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message })
    // the target may close before its parent has passed the message on
    const [answer] = await Promise.all([reply.promise, asked])
    return answer
  }
}
