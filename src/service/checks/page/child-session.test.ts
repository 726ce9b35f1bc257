import { expect, test } from 'vitest'
import { ChildSession } from './child-session.ts'

test('what a target was asked fails once it is closed, also before the question has reached it', async () => {
  const parent = { send: () => new Promise<never>(() => undefined), on: () => parent }
  const child = new ChildSession(parent as never, 'target')
  const answers = ['Network.enable', 'Runtime.enable'].map((method) => child.session.send(method as 'Network.enable'))
  child.end()
  for (const answer of answers) await expect(answer).rejects.toThrow('The target was closed.')
})
