import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as z from 'zod/mini'
import { run, toolPath } from './tools.ts'
import type { Tool } from './tools.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** How long the tests of a file took, one after the other, ms. A file that runs in two forms counts once for each. */
export interface FileTime {
  readonly file: string
  readonly ms: number
}

export interface Outcome extends Counts {
  readonly name: string
  readonly ms: number
  readonly ok: boolean
  readonly files: readonly FileTime[]
}

export const none: Counts = { passed: 0, failed: 0 }

/** Runs a tool that has no tests to count, and prints its output only when it fails. */
export async function check(name: string, tool: Tool, args: readonly string[]): Promise<Outcome> {
  const startedAt = performance.now()
  const { code, output } = await run(toolPath(tool), args, { to: 'capture' })
  const ms = performance.now() - startedAt
  process.stdout.write(`${code === 0 ? 'ok    ' : 'failed'}  ${name} (${inSeconds(ms)})\n`)
  if (code !== 0) process.stdout.write(`${output}\n`)
  return { ...none, name, ms, ok: code === 0, files: [] }
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const vitestReport = z.looseObject({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      assertionResults: z.array(
        z.looseObject({
          fullName: z.string(),
          status: z.string(),
          duration: z.optional(z.nullable(z.number())),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
})
const playwrightSuite = z.looseObject({
  file: z.string(),
  specs: z.array(
    z.looseObject({
      tests: z.array(z.looseObject({ results: z.array(z.looseObject({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.optional(z.array(playwrightSuite))
  },
})
const playwrightReport = z.looseObject({
  stats: z.looseObject({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.optional(z.array(playwrightSuite)),
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

export const timesOfVitest = (report: unknown): FileTime[] =>
  z.parse(vitestReport, report).testResults.map(({ name, assertionResults }) => ({
    file: relative('.', name),
    ms: sum(assertionResults.map(({ duration }) => duration ?? 0)),
  }))

export const timesOfPlaywright = (report: unknown): FileTime[] =>
  (z.parse(playwrightReport, report).suites ?? []).map((suite) => ({
    file: `e2e/flows/${suite.file}`,
    ms: timeOfSuite(suite),
  }))

const timeOfSuite = ({ specs, suites = [] }: z.infer<typeof playwrightSuite>): number =>
  sum([
    ...specs.flatMap((spec) => spec.tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    ...suites.map(timeOfSuite),
  ])

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** How long each step took, and the files whose tests took longest, slowest first. */
export function timesOf(outcomes: readonly Outcome[]): string {
  const slowest = outcomes
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 30)
  const line = ({ ms, name }: { readonly ms: number; readonly name: string }) => `${inSeconds(ms).padStart(9)}  ${name}`
  return [
    'Slowest test files',
    ...slowest.map(({ file, ms }) => line({ name: file, ms })),
    'Steps',
    ...outcomes.map(line),
    '',
  ].join('\n')
}

export const countPlaywright = (report: unknown): Counts => {
  const { expected, unexpected, flaky } = z.parse(playwrightReport, report).stats
  return { passed: expected + flaky, failed: unexpected }
}

/**
 * The outcome of a test run, from its report and its exit code. A run that fails without a failed test (a file that
 * doesn't load, an error outside the tests) counts as one failure. A run without tests fails.
 */
export function outcomeOf(code: number, counts: Counts): Counts & Pick<Outcome, 'ok'> {
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed
  return { passed: counts.passed, failed, ok: code === 0 && failed === 0 && counts.passed > 0 }
}

/** Runs Vitest or Playwright with its usual output, and counts the tests from its JSON report. `files` are all, or these. */
export async function tests(tool: 'vitest' | 'playwright', files: readonly string[] = []): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-report-'))
  const file = join(folder, 'report.json')
  const startedAt = performance.now()
  const args =
    tool === 'vitest'
      ? ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      : ['test', '--reporter=list,json', ...files]
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // as many pages render components at a time; among all tests one is enough, as the others keep the cores busy
    ...(files.length > 0 && { VITEST_MAX_WORKERS: '4' }),
  }
  try {
    const { code } = await run(toolPath(tool), args, { to: 'terminal', env })
    const timed = { name: tool, ms: performance.now() - startedAt }
    const report: unknown = readReport(file)
    if (report === undefined) return { ...timed, ...outcomeOf(code, none), files: [] }
    if (tool === 'playwright')
      return { ...timed, ...outcomeOf(code, countPlaywright(report)), files: timesOfPlaywright(report) }
    for (const retried of retriedByVitest(report)) process.stdout.write(`retry x1  ${retried}\n`)
    return { ...timed, ...outcomeOf(code, countVitest(report)), files: timesOfVitest(report) }
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
