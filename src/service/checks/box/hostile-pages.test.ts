import { serialize } from 'node:v8'
import { afterAll, describe, expect, test } from 'vitest'
import { pageLimits } from '../page/limits.ts'
import { waitFor } from '../../test/wait-for.ts'
import { codes, html, page, pageTests } from '../page/testing.ts'
import type { Measurement } from '../probe.ts'
import { hostilePages } from './testing-hostile-pages.ts'
import { processTree } from './process-tree.ts'
import { boxFoldersOf } from './testing.ts'

const before = await processTree(process.pid)
const { servers, probesOf, site, measureOne, close } = await pageTests()
afterAll(close)

/** A page soon exceeds these limits, which are checked as the real ones are. */
const few = { requests: 500, bytes: 25 * 2 ** 20 }
/** For pages that end by themselves, and for those that don't. */
const patient = probesOf({ pages: 2, timeoutMs: 250_000, pageLimits: few })
const impatient = probesOf({ pages: 3, timeoutMs: 1000 })

const script = (code: string) => html(`<p>x</p><script>${code}</script>`)
const tenant = 'an attacker'

const outcomeOf = ({ issues }: Measurement) => issues.find(({ severity }) => severity === 3)?.code ?? 'measured'

/** Larger than any sample within the limits of requests, addresses, headers, texts and screenshots. */
const maxSampleBytes = 10 * 2 ** 20

describe.concurrent('a page that', () => {
  test.each(hostilePages.filter(({ isVariant }) => !isVariant))(
    '$what',
    { timeout: 300_000 },
    async ({ routes, ends }) => {
      const port = await site(routes)
      const endsItself = !ends.some((end) => end === 'timeout' || end === 'measured')
      const check = page(`http://127.0.0.1:${port}/`, { tenant, screenshots: true })
      const one = await measureOne(check, endsItself ? patient : impatient)
      // on a busy machine a page may not load in so short a time
      expect(endsItself ? ends : [...ends, 'timeout']).toContain(outcomeOf(one))
      expect(serialize(one).length).toBeLessThan(maxSampleBytes)
      expect(one.requests.length).toBeLessThanOrEqual(pageLimits.requests)
      for (const { url } of one.requests) expect(url.length).toBeLessThanOrEqual(pageLimits.address)
      for (const { message } of one.issues) expect(message.length).toBeLessThan(2000)
    },
  )

  test('repeats an error has the first of them, and the number of all', async () => {
    const port = await site({ '/': script('for (let i = 0; i < 150; i++) console.error("y".repeat(5000))') })
    const one = await measureOne(page(`http://127.0.0.1:${port}/`, { tenant }), patient)
    expect(one.metrics.console_errors).toBe(150)
    expect(one.issues.length).toBeLessThan(20)
  })

  test('frames another site has the errors and requests of that frame', async () => {
    const port = await site({
      '/': (answer) => html(`<p>x</p><iframe src="http://cdn.other.test:${port}/frame"></iframe>`)(answer),
      '/frame': html('<img src="/missing.png"><script>console.error("from the frame")</script>'),
    })
    const one = await measureOne(page(`http://www.shop.test:${port}/`, { tenant }), patient)
    expect(one.requests.map(({ url }) => new URL(url).pathname)).toContain('/missing.png')
    expect(one.metrics.console_errors).toBe(1)
  })

  test('is cancelled is stopped at once', async () => {
    const silent = await servers.http(() => undefined)
    const abort = new AbortController()
    const measuring = patient.measure(page(`http://127.0.0.1:${silent}/`, { tenant: 'another' }), abort.signal)
    setTimeout(() => abort.abort(new Error('cancelled')), 500)
    await expect(measuring).rejects.toThrow('cancelled')
    const late = patient.measure(page(`http://127.0.0.1:${silent}/`), AbortSignal.abort(new Error('no')))
    await expect(late).rejects.toThrow('no')
  })
})

test('after all of them, a page is measured, and then no process and no folder is left', async () => {
  const port = await site({ '/': html('<p>good</p>') })
  const one = await measureOne(page(`http://127.0.0.1:${port}/`, { tenant }), patient)
  expect(codes(one)).toEqual([])
  await Promise.all([patient.close(), impatient.close()])
  const known = before.map(({ pid }) => pid)
  await waitFor(async () => {
    const now = await processTree(process.pid)
    expect(now.filter(({ pid }) => !known.includes(pid))).toEqual([])
  })
  expect(boxFoldersOf(process.pid)).toEqual([])
})
