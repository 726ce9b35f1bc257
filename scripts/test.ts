import { check, none, tests, timesOf } from './steps.ts'
import type { Outcome } from './steps.ts'
import { run } from './tools.ts'

/** The steps in order. Those in a row run at the same time, and a failure stops the rows after it. */
const rows: readonly (() => Promise<readonly Outcome[]>)[] = [
  () =>
    Promise.all([
      check('types', 'tsc', ['-p', '.']),
      check('lint', 'oxlint', []),
      check('format', 'oxfmt', ['--check']),
      check('unused code', 'knip', []),
      ensurePrograms(),
    ]),
  async () => [await check('build', 'vite', ['build', '--logLevel', 'warn'])],
  async () => [await check('first load', 'size-limit', [])],
  async () => [await tests('vitest')],
  async () => [await tests('playwright')],
]

async function ensurePrograms(): Promise<Outcome> {
  const startedAt = performance.now()
  const { code } = await run('scripts/ensure-programs.ts', [], { to: 'terminal' })
  return { ...none, name: 'programs', ms: performance.now() - startedAt, ok: code === 0, files: [] }
}

const outcomes: Outcome[] = []
for (const row of rows) {
  outcomes.push(...(await row()))
  if (outcomes.some(({ ok }) => !ok)) break
}

const count = (kind: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[kind], 0)
// if a step before the tests failed, its own message comes last
if (count('passed') + count('failed') > 0)
  process.stdout.write(`\n${timesOf(outcomes)}\n${count('passed')} passed, ${count('failed')} failed\n`)
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1
