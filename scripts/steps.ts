import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { startPostgres } from './postgres.ts'
import { run, toolPath } from './tools.ts'
import type { Tool } from './tools.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
}

export interface Outcome extends Counts {
  readonly ok: boolean
}

export const none: Counts = { passed: 0, failed: 0 }

/** A check that has no tests of its own to count. Silent when all is well. */
export async function check(name: string, tool: Tool, args: readonly string[]): Promise<Outcome> {
  const startedAt = performance.now()
  const { code, output } = await run(toolPath(tool), args, { to: 'capture' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'failed'}  ${name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output}\n`)
  return { ...none, ok: code === 0 }
}

const vitestReport = z.looseObject({ numPassedTests: z.number(), numFailedTests: z.number() })
const playwrightReport = z.looseObject({
  stats: z.looseObject({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

export const countVitest = (report: unknown): Counts => {
  const { numPassedTests, numFailedTests } = z.parse(vitestReport, report)
  return { passed: numPassedTests, failed: numFailedTests }
}

/** A test that passed only when it was tried once more counts as passed; Playwright's own list names it as flaky. */
export const countPlaywright = (report: unknown): Counts => {
  const { expected, unexpected, flaky } = z.parse(playwrightReport, report).stats
  return { passed: expected + flaky, failed: unexpected }
}

/**
 * What a test run came to, by its own report and its exit code. A run that failed without a failed test (a file that does
 * not load, an error outside all tests) counts as one failure; a run without tests is not a success.
 */
export function outcomeOf(code: number, counts: Counts): Outcome {
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed
  return { passed: counts.passed, failed, ok: code === 0 && failed === 0 && counts.passed > 0 }
}

/** The tests of the service that keep anything, once more on PostgreSQL. */
export async function testsOnPostgres(): Promise<Outcome> {
  const cluster = await startPostgres()
  try {
    process.stdout.write('\nThe service on PostgreSQL\n')
    const args = ['src/service', '--exclude', 'src/service/checks/**', '--exclude', 'src/service/half-made.test.ts']
    return await tests('vitest', { args, env: { TEST_DATABASE_URL: cluster.url } })
  } finally {
    cluster.stop()
  }
}

interface Which {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs vitest or Playwright with its usual output and counts from its JSON report. */
export async function tests(tool: 'vitest' | 'playwright', { args = [], env = {} }: Which = {}): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-report-'))
  const file = join(folder, 'report.json')
  try {
    const { code } =
      tool === 'vitest'
        ? await run(
            toolPath(tool),
            ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
            {
              to: 'terminal',
              env,
            },
          )
        : await run(toolPath(tool), ['test', '--reporter=list,json'], {
            to: 'terminal',
            env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
          })
    const report: unknown = readReport(file)
    const counts = report === undefined ? none : tool === 'vitest' ? countVitest(report) : countPlaywright(report)
    return outcomeOf(code, counts)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Undefined where the run ended before it could write one. */
function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
