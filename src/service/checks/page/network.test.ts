import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { pageLimits } from './limits.ts'
import type { Session } from './child-session.ts'
import { NetworkLog, pageRequest, watchNetwork } from './network.ts'
import { requestTo } from './network-testing.ts'

const cancelled = { error: 'net::ERR_ABORTED', canceled: true }
const failed = { error: 'net::ERR_SOCKS_CONNECTION_FAILED' }

test.each([
  ['nothing', [], undefined],
  ['a page that hasn’t answered', [requestTo('/')], '/'],
  ['an asset', [requestTo('/', { status: 200 }), requestTo('/a.png', { isPage: false })], '/'],
  ['a redirect', [requestTo('/', { status: 302, redirected: true }), requestTo('/home', { status: 200 })], '/home'],
  ['a script that navigates on', [requestTo('/', { status: 200 }), requestTo('/next', { status: 200 })], '/next'],
  ['a script that navigates to where nothing answers', [requestTo('/', { status: 200 }), requestTo('/next')], '/'],
  ['a redirect to where nothing answers', [requestTo('/', { status: 302, redirected: true }), requestTo('/n')], '/n'],
  ['a navigation that was cancelled', [requestTo('/', { status: 200 }), requestTo('/next', cancelled)], '/'],
  [
    'a page that was stopped',
    [requestTo('/', { status: 200 }), requestTo('/next', { status: 200, committed: true, ...cancelled })],
    '/next',
  ],
  ['a download', [requestTo('/', { status: 200 }), requestTo('/file', { status: 200, ...cancelled })], '/'],
  ['nothing but a cancelled navigation', [requestTo('/', cancelled)], '/'],
  [
    'a failed navigation that the browser tries again',
    [requestTo('/', { status: 200 }), requestTo('/next', failed), requestTo('/again', cancelled), requestTo('/third')],
    '/next',
  ],
])('the page’s request: %s', (_, requests, url) => {
  expect(pageRequest(requests)?.url).toBe(url)
})

test('a request that failed stays failed, whatever becomes of the error page that is shown instead', async () => {
  const events = Object.assign(new EventEmitter(), { send: () => Promise.resolve({}) })
  const log = new NetworkLog()
  await watchNetwork(events as unknown as Session, 'main', log)
  const request = { url: 'http://inner.test/', method: 'GET' }
  events.emit('Network.requestWillBeSent', { requestId: '1', type: 'Document', frameId: 'main', timestamp: 1, request })
  events.emit('Network.loadingFailed', { requestId: '1', timestamp: 2, errorText: failed.error, canceled: false })
  events.emit('Network.dataReceived', { requestId: '1', encodedDataLength: 1000 })
  events.emit('Network.loadingFailed', { requestId: '1', timestamp: 3, errorText: cancelled.error, canceled: true })
  expect(log.requests).toMatchObject([{ ...failed, canceled: false, ended: 2, bytes: 0 }])
})

test.each([
  ['before the request', 0],
  ['before the failure', 1],
  ['after it', 2],
])('an answer that the browser kept from the page has its status, known %s', async (_, at) => {
  const events = Object.assign(new EventEmitter(), { send: () => Promise.resolve({}) })
  const log = new NetworkLog()
  await watchNetwork(events as unknown as Session, 'main', log)
  const sent = { type: 'Image', initiator: { type: 'parser' }, timestamp: 1, request: { url: 'http://a.test/beacon' } }
  const rest: [string, object][] = [
    ['Network.requestWillBeSent', sent],
    ['Network.loadingFailed', { type: 'Image', timestamp: 2, errorText: 'net::ERR_BLOCKED_BY_ORB', canceled: false }],
  ]
  for (const [name, event] of rest.toSpliced(at, 0, ['Network.responseReceivedExtraInfo', { statusCode: 200 }]))
    events.emit(name, { requestId: '1', ...event })
  expect(log.requests).toMatchObject([{ status: 200, canceled: true }])
})

test.each([true, false])('what a page may need next is no part of it, known at once: %s', async (isKnownAtOnce) => {
  const events = Object.assign(new EventEmitter(), { send: () => Promise.resolve({}) })
  const log = new NetworkLog()
  await watchNetwork(events as unknown as Session, 'main', log)
  const headers = { requestId: '1', headers: { 'Sec-Fetch-Dest': 'speculationrules' } }
  const sent = { requestId: '1', type: 'Other', initiator: { type: 'other' }, timestamp: 1 }
  if (isKnownAtOnce) events.emit('Network.requestWillBeSentExtraInfo', headers)
  for (const url of ['http://a.test/rules', 'http://a.test/moved'])
    events.emit('Network.requestWillBeSent', { ...sent, request: { url, method: 'GET' } })
  if (!isKnownAtOnce) events.emit('Network.requestWillBeSentExtraInfo', headers)
  events.emit('Network.loadingFailed', { requestId: '1', timestamp: 2, errorText: 'net::ERR_ABORTED', canceled: true })
  expect(log.requests).toEqual([])
})

test('of a page with too many requests, the first are kept, and it is stopped', () => {
  const log = new NetworkLog()
  for (let i = 0; i < pageLimits.requests; i++) log.add(requestTo(`/${i}`))
  expect(log.exceeded).toBeNull()
  log.add(requestTo('/more'))
  expect(log.exceeded).toBe('made more than 2000 requests')
  expect(log.requests).toHaveLength(pageLimits.requests)
})

test('a page that loads too much is stopped', () => {
  const log = new NetworkLog()
  log.receive(pageLimits.bytes)
  expect(log.exceeded).toBeNull()
  log.receive(pageLimits.bytes + 1)
  expect(log.exceeded).toBe('loaded more than 200 MiB')
})
