import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStale } from './build-if-needed.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'a checkout '))
  mkdirSync(join(directory, 'src/dashboard'), { recursive: true })
  mkdirSync(join(directory, 'dist'))
  put('src/dashboard/main.tsx', 1000)
  utimesSync(join(directory, 'src/dashboard'), 1000, 1000)
})
afterEach(() => rmSync(directory, { recursive: true }))

function put(path: string, at: number) {
  writeFileSync(join(directory, path), '')
  utimesSync(join(directory, path), at, at)
}

test('a dashboard that has never been built is stale', () => {
  expect(isStale(directory)).toBe(true)
})

test('a build that is newer than every source is up to date', () => {
  put('dist/index.html', 2000)
  expect(isStale(directory)).toBe(false)
})

test.each(['contract', 'dashboard', 'words'])(
  'a source in src/%s that changed after the build makes it stale',
  (name) => {
    put('dist/index.html', 2000)
    mkdirSync(join(directory, 'src', name), { recursive: true })
    put(`src/${name}/main.tsx`, 3000)
    utimesSync(join(directory, 'src', name), 1000, 1000)
    expect(isStale(directory)).toBe(true)
  },
)

test('a source that was deleted after the build makes it stale', () => {
  put('dist/index.html', 2000)
  rmSync(join(directory, 'src/dashboard/main.tsx'))
  expect(isStale(directory)).toBe(true)
})
