import type { Logger } from 'pino'
import { questionLimits } from './limits.ts'
import { answerQuestion, type Database, openQuestions, type Question } from '../../service/database/index.ts'

/** Poll fast for this long after a question, ms. */
const attentiveMs = 15_000

interface QuestionFollowerOptions {
  readonly database: Database
  /** The id of this process. */
  readonly process: string
  readonly answer: (question: Question) => Promise<object>
  readonly log: Logger
}

/** Answers what the service asks every process of the edge. */
export class QuestionFollower {
  readonly #options: QuestionFollowerOptions
  /** Questions that are open and known: answered, being answered, or waiting. */
  readonly #known = new Set<string>()
  readonly #waiting: Question[] = []
  readonly #running = new Set<Promise<void>>()
  #askedAt = -Infinity

  constructor(options: QuestionFollowerOptions) {
    this.#options = options
  }

  /** How long to wait before questions are read again, ms: not long while someone is asking. */
  get intervalMs(): number {
    return Date.now() - this.#askedAt < attentiveMs ? 100 : 1000
  }

  /** Begins to answer the questions that are new. */
  async follow(): Promise<void> {
    const open = await openQuestions(this.#options.database)
    const ids = new Set(open.map(({ id }) => id))
    for (const id of this.#known) if (!ids.has(id)) this.#known.delete(id)
    const fresh = open.filter(({ id }) => !this.#known.has(id))
    if (fresh.length > 0) this.#askedAt = Date.now()
    for (const question of fresh) {
      this.#known.add(question.id)
      this.#waiting.push(question)
    }
    this.#begin()
  }

  /** Drops what waits, and resolves once nothing is being answered any more. */
  async stop(): Promise<void> {
    this.#waiting.length = 0
    await Promise.all(this.#running)
  }

  #begin(): void {
    while (this.#running.size < questionLimits.atOnce) {
      const question = this.#waiting.shift()
      if (!question) return
      const answered = this.#answer(question).finally(() => {
        this.#running.delete(answered)
        this.#begin()
      })
      this.#running.add(answered)
    }
  }

  async #answer(question: Question): Promise<void> {
    const { database, process, answer, log } = this.#options
    // nobody waits for it any more
    if (!this.#known.has(question.id)) return
    try {
      await answerQuestion(database, question.id, process, await answer(question))
    } catch (error) {
      log.error({ err: error, question: question.kind }, 'answering a question failed')
    }
  }
}
