import { expect, test } from 'vitest'
import { pageLimits } from './limits.ts'
import type { Session } from './child-session.ts'
import { PageErrors, watchErrors } from './errors.ts'
import { NetworkLog, watchNetwork } from './network.ts'

const long = 'x'.repeat(2 ** 20)

/** A session with a browser that says what it's told to say. */
function saying() {
  const listeners = new Map<string, (event: object) => void>()
  const session = {
    on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    send: () => Promise.resolve({}),
  }
  return {
    session: session as unknown as Session,
    say: (name: string, event: object) => listeners.get(name)?.(event),
  }
}

test('of what a page writes, the beginning of the first hundred texts is kept', async () => {
  const { session, say } = saying()
  const errors = new PageErrors()
  await watchErrors(session, errors)
  for (let i = 0; i < 200; i++) {
    say('Runtime.exceptionThrown', { exceptionDetails: { text: long, exceptionId: i } })
    say('Runtime.consoleAPICalled', { type: 'error', args: Array.from({ length: 50 }, () => ({ value: long })) })
    say('Log.entryAdded', { entry: { level: 'error', source: 'security', text: long } })
  }
  for (const { texts } of [errors.exceptions, errors.console]) {
    expect(texts).toHaveLength(pageLimits.texts)
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(1024)
  }
  expect([errors.exceptions.count, errors.console.count]).toEqual([200, 400])
})

test('an exception that is taken back counts no longer, whether its text was kept or not', async () => {
  const { session, say } = saying()
  const worker = saying()
  const errors = new PageErrors()
  await watchErrors(session, errors)
  await watchErrors(worker.session, errors)
  for (let i = 1; i <= 200; i++) say('Runtime.exceptionThrown', { exceptionDetails: { text: `${i}`, exceptionId: i } })
  for (const exceptionId of [1, 200]) say('Runtime.exceptionRevoked', { exceptionId })
  // each session counts from 1
  worker.say('Runtime.exceptionThrown', { exceptionDetails: { text: 'of a worker', exceptionId: 2 } })
  expect(errors.exceptions.count).toBe(199)
  expect(errors.exceptions.texts.slice(0, 2)).toEqual(['2', '3'])
  expect(errors.exceptions.texts.at(-1)).toBe('of a worker')
})

test('of an address and of headers, the beginning is kept', async () => {
  const { session, say } = saying()
  const log = new NetworkLog()
  await watchNetwork(session, 'main', log)
  const request = { url: `http://a.example/${long}`, method: 'GET' }
  say('Network.requestWillBeSent', {
    requestId: '1',
    request,
    timestamp: 1,
    wallTime: 1,
    initiator: { type: 'script' },
  })
  const headers = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x-${i}-${long.slice(0, 5000)}`, long]))
  say('Network.responseReceived', { requestId: '1', response: { status: 200, headers, encodedDataLength: 0 } })
  const [logged] = log.requests
  expect(logged?.url).toMatch(/^http:\/\/a\.example\/x/)
  expect(logged?.url.length).toBeLessThanOrEqual(2048)
  const kept = Object.entries(logged?.headers ?? {})
  expect(kept.length).toBeLessThanOrEqual(pageLimits.headers)
  expect(Math.max(...kept.flat().map((text) => text.length))).toBeLessThanOrEqual(pageLimits.header)
})
