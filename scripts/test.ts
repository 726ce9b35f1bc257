import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles, flowsOf, testsOf } from './changed.ts'
import { linksIn } from './imports.ts'
import { check, none, tests, timesOf } from './steps.ts'
import type { Outcome } from './steps.ts'
import { root, run } from './tools.ts'

type Rows = readonly (() => Promise<readonly Outcome[]>)[]

/** With one checker, as lint needs the other core. */
const types = () => check('types', 'tsc', ['-p', '.', '--checkers', '1'])
const build = async () => [await check('build', 'vite', ['build', '--logLevel', 'warn'])]

/** The steps in order. Those in a row run at the same time, and a failure stops the rows after it. */
const everything: Rows = [
  () =>
    Promise.all([
      types(),
      check('lint', 'oxlint', []),
      check('format', 'oxfmt', ['--check']),
      check('unused code', 'knip', []),
      ensurePrograms(),
    ]),
  build,
  async () => [await check('first load', 'size-limit', [])],
  async () => [await tests('vitest')],
  async () => [await tests('playwright')],
]

/** What the files that differ from a commit can have broken, but for flows of other pages. */
function ofChanges(base: string): Rows {
  const files = changedFiles(base)
  const code = files.filter((file) => /\.tsx?$/.test(file))
  const testFiles = testsOf(files, linksIn('{src,scripts,e2e/mock,bench}/**/*.{ts,tsx}'))
  const specs = flowsOf(files, readdirSync(join(root, 'e2e/flows')))
  process.stdout.write(
    `${files.length} files differ from ${base}.\n${[...testFiles, ...specs].map((test) => `  ${test}\n`).join('')}`,
  )
  return [
    () =>
      Promise.all([
        types(),
        ...(code.length > 0 ? [check('lint', 'oxlint', code)] : []),
        check('format', 'oxfmt', ['--check']),
        ensurePrograms(),
      ]),
    ...(testFiles.length > 0 ? [async () => [await tests('vitest', testFiles)]] : []),
    ...(specs.length > 0 ? [build, async () => [await tests('playwright', specs)]] : []),
  ]
}

async function ensurePrograms(): Promise<Outcome> {
  const startedAt = performance.now()
  const { code } = await run('scripts/ensure-programs.ts', [], { to: 'terminal' })
  return { ...none, name: 'programs', ms: performance.now() - startedAt, ok: code === 0, files: [] }
}

const [scope, base = 'HEAD'] = process.argv.slice(2)
if (scope !== undefined && scope !== 'changed') throw new Error(`npm test takes "changed" or nothing, not "${scope}".`)
const rows = scope === 'changed' ? ofChanges(base) : everything

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
