import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { lookIntoCache, matchCache, type PurgeItem, visitThroughEdge } from '../../contract/index.ts'
import { answerQuestion, openQuestions, type Question, reportEdgeProcess } from '../database/index.ts'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'

/** A service with an active site, and edge nodes that a test answers for. */
export async function withNodes() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const id = ids['site_id'] ?? ''
  const host = 'www.shop.example'
  await service.db.updateTable('sites').set({ host, state: 'active', https: 0 }).where('id', '=', id).execute()
  const { database } = service.services
  const node = (name: string) =>
    reportEdgeProcess(database, { id: name, location: `in ${name}`, addresses: '["192.0.2.7"]' })
  /** Answers the next question as these nodes would. */
  const answerNext = (answers: Record<string, object>): Promise<Question> =>
    waitFor(async () => {
      const [question] = await openQuestions(database)
      if (!question) throw new Error('Nobody asks.')
      for (const [name, answer] of Object.entries(answers)) await answerQuestion(database, question.id, name, answer)
      return question
    })
  /** Has a node answer every question until the test ends. */
  const answerAll = (name: string, answer: (question: Question) => Promise<object>) => {
    const test = { isOver: false }
    const answering = (async () => {
      const answered = new Set<string>()
      while (!test.isOver) {
        for (const question of await openQuestions(database)) {
          if (answered.has(question.id)) continue
          answered.add(question.id)
          await answerQuestion(database, question.id, name, await answer(question))
        }
        await delay(5)
      }
    })()
    onTestFinished(async () => {
      test.isOver = true
      await answering
    })
  }
  const look = (url = '/a') => service.ask(lookIntoCache, { path: { site_id: id }, query: { url } }, account.key)
  const visit = (url = '/a') => service.ask(visitThroughEdge, { path: { site_id: id }, body: { url } }, account.key)
  const match = (body: PurgeItem) => service.ask(matchCache, { path: { site_id: id }, body }, account.key)
  return { ...service, database, account, id, host, node, answerNext, answerAll, look, visit, match }
}
