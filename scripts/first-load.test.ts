import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountsPage, filesIn, firstLoad } from './first-load.ts'

const chunks = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_shared.js'], css: ['assets/index.css'] },
  [accountsPage]: { file: 'assets/accounts.js', imports: ['_shared.js', '_table.js'] },
  'src/dashboard/features/sites/site/overview.tsx': { file: 'assets/site.js', imports: ['_charts.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  '_table.js': { file: 'assets/table.js', imports: ['_shared.js'], css: ['assets/table.css'] },
  '_charts.js': { file: 'assets/charts.js' },
}
const page = '<script src="/theme.js"></script><script type="module" src="/assets/index.js"></script>'

let dist: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'dist '))
  mkdirSync(join(dist, '.vite'))
  mkdirSync(join(dist, 'assets'))
  for (const { file } of Object.values(chunks)) put(file, 'code')
  for (const file of ['assets/index.css', 'assets/table.css', 'theme.js']) put(file, 'code')
  put('assets/charts.js', 'className:"recharts-wrapper"')
  put('index.html', page)
})
afterEach(() => rmSync(dist, { recursive: true }))

const put = (file: string, content: string) => writeFileSync(join(dist, file), content)
const build = (all: object) => put('.vite/manifest.json', JSON.stringify(all))

test('the first load is the entry, the page and their static imports, each once', () => {
  build(chunks)
  const files = [
    'theme.js',
    'assets/index.js',
    'assets/index.css',
    'assets/shared.js',
    'assets/accounts.js',
    'assets/table.js',
    'assets/table.css',
  ]
  expect(firstLoad(dist)).toEqual(files.map((file) => join(dist, file)))
})

test('refuses charts in the first load', () => {
  build({ ...chunks, '_table.js': { file: 'assets/table.js', imports: ['_charts.js'] } })
  expect(() => firstLoad(dist)).toThrow('includes the charts: assets/charts.js')
})

test('refuses an account list that is not a separate chunk', () => {
  build({ 'index.html': chunks['index.html'], '_shared.js': chunks['_shared.js'] })
  expect(() => firstLoad(dist)).toThrow(accountsPage)
})

test('counts only our own scripts and style sheets', () => {
  expect(
    filesIn(
      '<link rel="icon" href="/icon.svg"><link rel="stylesheet" crossorigin href="/a.css"><script src="https://a/b.js">',
    ),
  ).toEqual(['a.css'])
})
