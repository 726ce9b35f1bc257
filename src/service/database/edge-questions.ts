import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { Database } from './connect.ts'
import { type EdgeProcess, edgeProcesses, maxSilenceMs } from './edge-processes.ts'
import type { EdgeQuestionTable } from './edge-tables.ts'

/*
 * How the service asks the edge. Each process of the edge reports that it's up, reads the open questions and answers
 * them here, wherever it runs. These times are the machines' own, because processes of several machines compare them.
 */

export type Question = Pick<EdgeQuestionTable, 'id' | 'site_id' | 'kind' | 'target'>

/** A process that hasn't reported for this long isn't one to ask any more, ms. */
const unaskedAfterMs = 5 * 60_000
/** A question whose asker died is deleted after this long, ms. */
const maxAgeMs = 60_000

/** The questions that wait for answers, oldest first. */
export function openQuestions({ db }: Database): Promise<Question[]> {
  return db.selectFrom('edge_questions').select(['id', 'site_id', 'kind', 'target']).orderBy('id').execute()
}

/** Answers a question, unless nobody waits for that any more. */
export async function answerQuestion({ db }: Database, question: string, process: string, answer: object) {
  await db
    .insertInto('edge_answers')
    .columns(['question_id', 'process_id', 'answer'])
    .expression((eb) =>
      eb
        .selectFrom('edge_questions')
        .select(['id as question_id', eb.val(process).as('process_id'), eb.val(JSON.stringify(answer)).as('answer')])
        .where('id', '=', question),
    )
    .execute()
}

interface Asking {
  readonly question: Omit<Question, 'id'>
  /** How long to wait for answers, ms. */
  readonly waitMs: number
  /** How many questions may be open at once. */
  readonly maxOpen: number
  /** Called once the question can be read. */
  readonly onAsked: () => void
  readonly signal: AbortSignal
}

const unanswered = { answer: null, answeredAfter: null } as const

interface AskedProcess extends EdgeProcess {
  readonly answer: string | null
  readonly answeredAfter: number | null
}

/**
 * Asks every process of the edge that has reported lately, and waits for those that seem to be up.
 * @returns the processes with their answers, JSON, and how long these took, in ms, null where none came in time; undefined
 *   if too many questions are open
 */
export async function askEdge(
  database: Database,
  { question, waitMs, maxOpen, onAsked, signal }: Asking,
): Promise<readonly AskedProcess[] | undefined> {
  const { db } = database
  const now = Date.now()
  await db
    .deleteFrom('edge_questions')
    .where('asked_at', '<', now - maxAgeMs)
    .execute()
  const { open } = await db
    .selectFrom('edge_questions')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  if (open >= maxOpen) return undefined
  const processes = await edgeProcesses(database, now - unaskedAfterMs)
  const live = processes.filter(({ seen_at }) => seen_at > now - maxSilenceMs)
  if (live.length === 0) return processes.map((process) => ({ ...process, ...unanswered }))

  const id = uuid()
  const begun = performance.now()
  await db
    .insertInto('edge_questions')
    .values({ id, ...question, asked_at: now })
    .execute()
  try {
    onAsked()
    const answers = new Map<string, Pick<AskedProcess, 'answer' | 'answeredAfter'>>()
    // on a machine that is too busy to read, the pauses don't count
    for (let pause = 10, waited = 0; waited < waitMs; pause = Math.min(pause * 1.5, 150)) {
      await delay(pause, undefined, { signal })
      waited += pause
      const rows = await db.selectFrom('edge_answers').selectAll().where('question_id', '=', id).execute()
      const answeredAfter = Math.round(performance.now() - begun)
      for (const { process_id, answer } of rows)
        if (!answers.has(process_id)) answers.set(process_id, { answer, answeredAfter })
      if (live.every((process) => answers.has(process.id))) break
    }
    return processes.map((process) => ({ ...process, ...(answers.get(process.id) ?? unanswered) }))
  } finally {
    await db.deleteFrom('edge_questions').where('id', '=', id).execute()
  }
}
