import { check, none, tests, testsOnPostgres } from './steps.ts'
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
  async () => [await testsOnPostgres()],
  async () => [await tests('playwright')],
]

async function ensurePrograms(): Promise<Outcome> {
  const { code } = await run('scripts/ensure-programs.ts', [], { to: 'terminal' })
  return { ...none, ok: code === 0 }
}

let passed = 0
let failed = 0
let ok = true
for (const row of rows) {
  const outcomes = await row()
  passed += outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  failed += outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  ok = outcomes.every((outcome) => outcome.ok)
  if (!ok) break
}

// if a step before the tests failed, its own message comes last
if (passed + failed > 0) process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = ok ? 0 : 1
