import { expect, test } from 'vitest'
import { Backlog } from './backlog.ts'

test('beyond the limit, whoever has taken nothing for the longest goes', () => {
  const backlog = new Backlog(100)
  const gone: string[] = []
  const visitor = (name: string) => {
    const waiting = {
      sent: 0,
      drop() {
        gone.push(name)
        backlog.set(waiting, 0)
      },
    }
    return waiting
  }
  const [first, second, third] = [visitor('first'), visitor('second'), visitor('third')]
  backlog.set(first, 40)
  backlog.set(second, 40)
  expect(backlog.isCrowded).toBe(true)
  first.sent += 10_000
  // what keeps a connection open isn't reading
  second.sent += 100
  backlog.set(third, 40)
  expect([gone, backlog.size]).toEqual([['second'], 80])
  backlog.set(first, 10)
  backlog.set(third, 0)
  expect([gone, backlog.size, backlog.isCrowded]).toEqual([['second'], 10, false])
})
