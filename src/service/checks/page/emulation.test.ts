import { afterAll, expect, test } from 'vitest'
import { deviceOf } from '../../../contract/index.ts'
import type { Session } from './child-session.ts'
import { slowDown } from './emulation.ts'
import { pageLimits } from './limits.ts'
import { html, page, pageTests } from './testing.ts'

const { site, inBrowser, measureOne, close } = await pageTests()
afterAll(close)

const script = `fetch('/seen?' + new URLSearchParams({
  width: innerWidth, scale: devicePixelRatio, finger: matchMedia('(pointer: coarse)').matches, browser: navigator.userAgent,
  hint: navigator.userAgentData?.mobile ?? '',
})).then(() => { for (let i = 0; i < 9; i++) fetch('/enough?' + i) })`
/** The check ends once the page has been seen: a slower processor is emulated by keeping this machine's busy. */
const untilSeen = inBrowser({ limits: { requests: 5, bytes: pageLimits.bytes } })

test.each([
  [undefined, 'DESKTOP', { width: '1350', scale: '1', finger: 'false' }],
  ['PHONE', 'PHONE', { width: '412', scale: '1.75', finger: 'true' }],
] as const)('a page opened with the device %s sees a %s', async (device, name, expected) => {
  const seen: Record<string, string>[] = []
  const asked: string[] = []
  const port = await site({
    '/': (answer, request) => {
      asked.push(request.headers['user-agent'] ?? '')
      html(`<h1>Hello</h1><script>${script}</script>`, '<meta name="viewport" content="width=device-width">')(answer)
    },
    '/seen': (answer, request) => {
      seen.push(Object.fromEntries(new URL(request.url ?? '', 'http://x').searchParams))
      answer.end()
    },
  })
  const measured = await measureOne(page(`http://www.shop.test:${port}/`, device && { device }), untilSeen)
  expect(seen).toMatchObject([expected])
  expect(measured.device).toEqual(deviceOf(name))
  for (const browser of [...asked, seen[0]?.['browser']])
    expect(/ Mobile Safari/.test(browser ?? '')).toBe(name === 'PHONE')
})

test.each([
  ['DESKTOP', []],
  ['PHONE', [['Emulation.setCPUThrottlingRate', { rate: 4 }]]],
] as const)('the CPU of a %s is slowed down by %j', async (device, commands) => {
  const sent: unknown[][] = []
  const session = { send: async (...command: unknown[]) => void sent.push(command) }
  await slowDown(session as unknown as Session, device)
  expect(sent).toEqual(commands)
})
