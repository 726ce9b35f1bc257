import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tools.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const byName = (a: string, b: string) => a.localeCompare(b, 'en')
const settings = [...read('src/service/configuration.ts').matchAll(/value\('([A-Z_]+)'\)/g)].map(
  ([, name = '']) => name,
)

test.each(['docs/operations.md', 'README.md'])('%s tells of every setting, and of no other', (path) => {
  const [, table = ''] = /\n## Settings\n([^]*?)\n## /.exec(read(path)) ?? []
  const told = table.split('\n').flatMap((line) => (/^\| (`[^|]+) \|/.exec(line)?.[1] ?? '').match(/[A-Z_]{4,}/g) ?? [])
  expect(told.toSorted(byName)).toEqual([...new Set(settings)].toSorted(byName))
})

test.each(['docs/operations.md', 'docs/api.md', 'docs/architecture.md', 'README.md'])(
  '%s names commands of package.json only',
  (path) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const [, name = ''] of read(path).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g))
      expect(Object.keys(scripts)).toContain(name)
  },
)
