import { expect, test } from 'vitest'
import { missingFrom, platformOf, readLockfile } from './complete-lockfile.ts'

test('the lockfile lists each tool’s builds for every platform, as npm ci requires', () => {
  expect(missingFrom(readLockfile())).toEqual([])
})

/** Matches the builds that `npm ci` chooses for this machine. */
const thisMachine = new RegExp(`${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}(?!-musl)`)

test('the lockfile pins every installed package by a hash, including the runtime', () => {
  const { packages } = readLockfile()
  const installed = Object.entries(packages).filter(
    ([name, { optional }]) => name && (!optional || thisMachine.test(name)),
  )
  expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([name]) => name)).toEqual([])
  expect(Object.keys(packages).filter((name) => /^node_modules\/node-\w+-\w+$/.test(name))).not.toEqual([])
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

test.each([
  ['@oxlint/binding-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@oxlint/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
  ['@oxlint/binding-linux-s390x-gnu', { os: ['linux'], cpu: ['s390x'], libc: ['glibc'] }],
  ['@oxlint/binding-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
  ['@oxlint-tsgolint/win32-x64', { os: ['win32'], cpu: ['x64'] }],
])('reads the platform from the name %s', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})
