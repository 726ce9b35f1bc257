import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '../src/contract/index.ts'
import { apiTable, coveringTests, document, withTable } from './api-table.ts'
import { root } from './tools.ts'

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

test('each test in the table runs for every operation', () => {
  const kinds = [...new Set(allEndpoints.map(({ access }) => access))]
  const forThoseOf = (kind: string) => `describe.each(allEndpoints.filter(({ access }) => access === '${kind}'))('$id'`
  for (const path of Object.values(coveringTests)) {
    const text = readFileSync(join(root, path), 'utf8')
    expect(
      /\.each\(allEndpoints\)\('\$id/.test(text) || kinds.every((kind) => text.includes(forThoseOf(kind))),
      path,
    ).toBe(true)
  }
})
