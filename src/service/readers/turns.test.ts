import { expect, test } from 'vitest'
import { readerLimits } from './limits.ts'
import { Turns } from './turns.ts'

const { signal } = new AbortController()

test('an owner has one turn at a time, in the order of asking', async () => {
  const turns = new Turns()
  const order: string[] = []
  const use = async (owner: string, name: string) => {
    const end = await turns.take(owner, signal)
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
    end()
  }
  await Promise.all([use('a', 'first'), use('a', 'second'), use('a', 'third')])
  expect(order).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('owners do not wait for each other', async () => {
  const turns = new Turns()
  await turns.take('a', signal)
  await expect(turns.take('b', signal)).resolves.toBeTypeOf('function')
})

test('a place in the queue is refused with 429 when too many wait', async () => {
  const turns = new Turns()
  const end = await turns.take('a', signal)
  const waiting = Array.from({ length: readerLimits.waiting }, () => turns.take('a', signal))
  await expect(turns.take('a', signal)).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '5' } })
  end()
  for (const turn of waiting) (await turn)()
  await expect(turns.take('a', signal)).resolves.toBeTypeOf('function')
})

test('who leaves the queue is skipped', async () => {
  const turns = new Turns()
  const end = await turns.take('a', signal)
  const leaving = new AbortController()
  const left = turns.take('a', leaving.signal)
  const next = turns.take('a', signal)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  end()
  await expect(next).resolves.toBeTypeOf('function')
  await expect(turns.take('b', leaving.signal)).rejects.toThrow('gone')
})
