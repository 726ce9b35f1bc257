import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { settingsFrom } from '../configuration.ts'
import { realWorld } from './real-world.ts'

afterEach(() => vi.unstubAllEnvs())

/** What starting with these settings warns of, with a browser installed or not. */
async function warningsWith(env: Record<string, string>, hasBrowser = true): Promise<readonly string[]> {
  vi.stubEnv('CHROMIUM_PATH', hasBrowser ? process.execPath : '/nowhere')
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const { probes } = realWorld(settingsFrom(env), log)
  await probes.close()
  return lines
}

test('the service warns of pages that are measured without a sandbox', async () => {
  expect(await warningsWith({ CHROMIUM_SANDBOX: 'off' })).toEqual([
    expect.stringMatching(/^CHROMIUM_SANDBOX is off: a measured page that breaks Chromium gets .+\. Turn it on, or /),
  ])
  expect(await warningsWith({})).toEqual([])
})

test('and of pages that can’t be measured', async () => {
  expect(await warningsWith({}, false)).toEqual([
    'Chromium not found, so page checks will fail. Install it or set CHROMIUM_PATH.',
  ])
})
