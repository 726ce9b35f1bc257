import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
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

/** Runs a tool that has no tests to count, and prints its output only when it fails. */
export async function check(name: string, tool: Tool, args: readonly string[]): Promise<Outcome> {
  const startedAt = performance.now()
  const { code, output } = await run(toolPath(tool), args, { to: 'capture' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'failed'}  ${name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output}\n`)
  return { ...none, ok: code === 0 }
}

const reporters = ['--reporter=default', '--reporter=json']
const vitestReport = z.looseObject({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      assertionResults: z.array(
        z.looseObject({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})
const playwrightReport = z.looseObject({
  stats: z.looseObject({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

export const countVitest = (report: unknown): Counts => {
  const { numPassedTests, numFailedTests } = z.parse(vitestReport, report)
  return { passed: numPassedTests, failed: numFailedTests }
}

/** The tests that passed only when they were tried again, each with how it failed before. Playwright names its own. */
export const retriedByVitest = (report: unknown): string[] =>
  z
    .parse(vitestReport, report)
    .testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => `${relative('.', name)}: ${fullName}\n${failureMessages.join('\n')}`),
    )

export const countPlaywright = (report: unknown): Counts => {
  const { expected, unexpected, flaky } = z.parse(playwrightReport, report).stats
  return { passed: expected + flaky, failed: unexpected }
}

/**
 * The outcome of a test run, from its report and its exit code. A run that fails without a failed test (a file that
 * doesn't load, an error outside the tests) counts as one failure. A run without tests fails.
 */
export function outcomeOf(code: number, counts: Counts): Outcome {
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed
  return { passed: counts.passed, failed, ok: code === 0 && failed === 0 && counts.passed > 0 }
}

/** What the edge does while PostgreSQL is away, which it can't be where the database is embedded. */
const ofEdge = ['src/edge/test/cut-off.test.ts', 'src/edge/test/snapshot-start.test.ts']

/** Runs the service's tests again, on PostgreSQL. Leaves out those that don't use its database. */
export async function testsOnPostgres(): Promise<Outcome> {
  const cluster = await startPostgres()
  try {
    process.stdout.write('\nThe service on PostgreSQL\n')
    const withoutDatabase = ['src/service/checks/**', 'src/service/guard/**', 'src/service/test/crash-recovery.test.ts']
    const args = ['src/service', ...ofEdge, ...withoutDatabase.flatMap((path) => ['--exclude', path])]
    return await tests('vitest', { args, env: { TEST_DATABASE_URL: cluster.url } })
  } finally {
    cluster.stop()
  }
}

interface TestOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs Vitest or Playwright with its usual output, and counts the tests from its JSON report. */
export async function tests(
  tool: 'vitest' | 'playwright',
  { args = [], env = {} }: TestOptions = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-report-'))
  const file = join(folder, 'report.json')
  try {
    const { code } =
      tool === 'vitest'
        ? await run(toolPath(tool), ['run', ...args, ...reporters, `--outputFile.json=${file}`], {
            to: 'terminal',
            env,
          })
        : await run(toolPath(tool), ['test', '--reporter=list,json'], {
            to: 'terminal',
            env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
          })
    const report: unknown = readReport(file)
    if (report === undefined) return outcomeOf(code, none)
    if (tool === 'playwright') return outcomeOf(code, countPlaywright(report))
    for (const retried of retriedByVitest(report)) process.stdout.write(`retry x1  ${retried}\n`)
    return outcomeOf(code, countVitest(report))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The report, or undefined where the run ended before writing one. */
function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
