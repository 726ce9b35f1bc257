import type { Resolver } from 'node:dns/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dnsLimits } from './limits.ts'
import { NameServers } from './name-servers.ts'

const { patience, silence } = dnsLimits

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a server says, and after how many ms. */
type Script = readonly [said: string, after: number]

let subnet = 0

/** Two name servers that no other test knows, and what was asked of them. */
function two(first: Script, second: Script) {
  const names = [`192.0.2.${++subnet}`, `198.51.100.${subnet}`] as const
  const scripts = new Map<string, Script>([
    [names[0], first],
    [names[1], second],
  ])
  const asked: string[] = []
  const query = async (resolver: Resolver): Promise<string> => {
    const [name = ''] = resolver.getServers()
    asked.push(name === names[0] ? 'first' : 'second')
    const [said, after] = scripts.get(name) ?? ['', 0]
    await new Promise((resolve) => setTimeout(resolve, after))
    if (said.startsWith('E')) throw Object.assign(new Error(said), { code: said })
    return said
  }
  const servers = new NameServers(names)
  return {
    asked,
    say: (which: 0 | 1, ...script: Script) => scripts.set(names[which], script),
    /** The answer, after how long, and who was asked for it. */
    ask: async () => {
      const began = performance.now()
      asked.length = 0
      const answer = servers.ask(query).then(
        (said) => ({ said, after: performance.now() - began, asked: [...asked] }),
        (error: unknown) => ({ said: String(error), after: performance.now() - began, asked: [...asked] }),
      )
      await vi.advanceTimersByTimeAsync(10_000)
      return answer
    },
  }
}

const never = 1e9

test.each<[string, Script, Script, string, number]>([
  ['the first answers', ['one', 20], ['two', 0], 'one', 20],
  ['the first is silent', ['one', never], ['two', 20], 'two', patience + 20],
  ['the first is slow', ['one', patience + 50], ['two', 500], 'one', patience + 50],
  ['the first is silent, and there is no such name', ['one', never], ['ENOTFOUND', 20], 'ENOTFOUND', patience + 20],
  ['there is no such record', ['ENODATA', 20], ['two', 0], 'ENODATA', 20],
  ['the first fails', ['ESERVFAIL', 20], ['two', 20], 'two', 40],
  ['the first refuses', ['EREFUSED', 20], ['two', 20], 'two', 40],
  ['both fail', ['ESERVFAIL', 20], ['ETIMEOUT', 6000], 'ESERVFAIL', 6020],
  ['both are silent', ['ETIMEOUT', 6000], ['ETIMEOUT', 6000], 'ETIMEOUT', patience + 6000],
])('%s', async (_, first, second, said, after) => {
  const result = await two(first, second).ask()
  expect(result).toMatchObject({ said: expect.stringContaining(said), after })
})

describe('which one is asked first', () => {
  test('not one that was silent', async () => {
    const { ask } = two(['one', never], ['two', 20])
    expect(await ask()).toMatchObject({ asked: ['first', 'second'] })
    expect(await ask()).toEqual({ said: 'two', after: 20, asked: ['second'] })
  })

  test('one that was silent, once it is back', async () => {
    const { ask, say } = two(['one', never], ['two', 20])
    await ask()
    say(0, 'one', 50)
    await vi.advanceTimersByTimeAsync(silence)
    // it's asked along, and nobody waits for it
    expect(await ask()).toEqual({ said: 'two', after: 20, asked: ['first', 'second'] })
    expect(await ask()).toEqual({ said: 'one', after: 50, asked: ['first'] })
  })

  test('not one that is still silent', async () => {
    const { ask } = two(['one', never], ['two', 20])
    await ask()
    await vi.advanceTimersByTimeAsync(silence)
    expect(await ask()).toMatchObject({ after: 20, asked: ['first', 'second'] })
    expect(await ask()).toEqual({ said: 'two', after: 20, asked: ['second'] })
  })

  test('one that is only slow, or has nothing to say of one name', async () => {
    const { ask, say } = two(['one', patience + 50], ['two', 20])
    expect(await ask()).toMatchObject({ said: 'two', after: patience + 20 })
    say(0, 'ESERVFAIL', 20)
    expect(await ask()).toMatchObject({ said: 'two', after: 40, asked: ['first', 'second'] })
    say(0, 'one', 10)
    expect(await ask()).toEqual({ said: 'one', after: 10, asked: ['first'] })
  })

  test('the other one, where both have been silent in turn', async () => {
    const { ask, say } = two(['one', never], ['two', 20])
    await ask()
    say(0, 'one', 20)
    say(1, 'two', never)
    expect(await ask()).toEqual({ said: 'one', after: patience + 20, asked: ['second', 'first'] })
    expect(await ask()).toEqual({ said: 'one', after: 20, asked: ['first'] })
  })
})
