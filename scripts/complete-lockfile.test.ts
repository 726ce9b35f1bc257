import { expect, test } from 'vitest'
import { missingFrom, readLockfile, unpinnedIn } from './complete-lockfile.ts'

test('the lockfile lists each tool’s builds for every platform, as npm ci requires', () => {
  expect(missingFrom(readLockfile())).toEqual([])
})

test('the lockfile pins every package by a hash: the runtime, and the builds for other machines too', () => {
  const lock = readLockfile()
  expect(unpinnedIn(lock)).toEqual([])
  expect(Object.keys(lock.packages).filter((name) => /^node_modules\/node-\w+-\w+$/.test(name))).not.toEqual([])
})

test('no package has an install script', () => {
  const { packages } = readLockfile()
  expect(Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)).toEqual([])
})

test('finds an optional package that the lockfile lacks', () => {
  const packages = {
    'node_modules/tool': {
      version: '2.0.0',
      optionalDependencies: { 'tool-linux-x64': '2.0.0', 'tool-darwin-x64': '2.0.0' },
    },
    'node_modules/tool-linux-x64': { version: '2.0.0' },
  }
  expect(missingFrom({ packages })).toEqual([
    { name: 'tool-darwin-x64', version: '2.0.0', neededBy: 'node_modules/tool' },
  ])
})

test('finds a package without a hash', () => {
  const packages = { '': {}, 'node_modules/a': { integrity: 'sha512-a' }, 'node_modules/b': { optional: true } }
  expect(unpinnedIn({ packages })).toEqual(['node_modules/b'])
})
