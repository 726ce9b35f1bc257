import { expect, test } from 'vitest'
import { missingFrom, platformOf, readLockfile } from './complete-lockfile.ts'

test('npm ci accepts the lockfile: it holds the builds of every tool for every machine', () => {
  expect(missingFrom(readLockfile())).toEqual([])
})

/** Chosen by `npm ci` for the machine at hand; the runtime among them. */
const thisMachine = new RegExp(`${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}(?!-musl)`)

test('what is installed here is pinned by a hash, the runtime included', () => {
  const { packages } = readLockfile()
  const installed = Object.entries(packages).filter(
    ([name, { optional }]) => name && (!optional || thisMachine.test(name)),
  )
  expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([name]) => name)).toEqual([])
  expect(Object.keys(packages).filter((name) => /^node_modules\/node-\w+-\w+$/.test(name))).not.toEqual([])
})

test('no package runs a script when it is installed', () => {
  const { packages } = readLockfile()
  expect(Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)).toEqual([])
})

test('an optional package that is nowhere in the lockfile is missing', () => {
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
])('%s is for the machine that its name says', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})
