import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from '../src/contract/index.ts'
import { apiTable, coveringTests, document, withTable } from './api-table.ts'
import { root, run, toolPath } from './tools.ts'

test('the table in docs/api.md is up to date: run npm run api-table', async () => {
  const text = readFileSync(document, 'utf8')
  expect(withTable(text, await apiTable())).toBe(text)
})

test('the table lists every operation once and names existing files', async () => {
  const rows = (await apiTable()).split('\n').slice(2)
  expect(rows.map((row) => /^\| `([^`]+)`/.exec(row)?.[1])).toEqual(allEndpoints.map(({ id }) => id))
  for (const row of rows)
    for (const [, path = ''] of row.matchAll(/\]\(\.\.\/([^)]+)\)/g))
      expect(readFileSync(join(root, path), 'utf8').length, path).toBeGreaterThan(0)
})

const listing = z.array(z.looseObject({ name: z.string(), file: z.string() }))

test('each test in the table runs for every operation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listing '))
  const file = join(folder, 'tests.json')
  const args = ['list', '--project=sqlite', '--project=unit', ...Object.values(coveringTests), `--json=${file}`]
  const { code, output } = await run(toolPath('vitest'), args, { to: 'capture' })
  expect(code, output).toBe(0)
  const listed = z.parse(listing, JSON.parse(readFileSync(file, 'utf8')))
  rmSync(folder, { recursive: true })
  for (const path of Object.values(coveringTests)) {
    const names = listed.filter((entry) => entry.file === join(root, path)).map(({ name }) => name)
    for (const { id } of allEndpoints)
      expect(
        names.some((name) => name.startsWith(`'${id}' `)),
        `${path}: ${id}`,
      ).toBe(true)
  }
})
