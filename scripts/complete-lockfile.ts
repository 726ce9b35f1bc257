import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from './tools.ts'

const entry = z.looseObject({
  version: z.optional(z.string()),
  integrity: z.optional(z.string()),
  optional: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
})
const lockfile = z.looseObject({ packages: z.record(z.string(), entry) })
type Lockfile = z.output<typeof lockfile>

interface Missing {
  readonly name: string
  readonly version: string
  readonly neededBy: string
}

/** The optional packages with an exact version that a package needs and the lockfile lacks. */
export function missingFrom({ packages }: Lockfile): readonly Missing[] {
  return Object.entries(packages).flatMap(([neededBy, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => /^\d/.test(version) && !(`node_modules/${name}` in packages))
      .filter(([name]) => !(`${neededBy}/node_modules/${name}` in packages))
      .map(([name, version]) => ({ name, version, neededBy })),
  )
}

/** The packages that a lockfile doesn't pin by a hash. */
export function unpinnedIn({ packages }: Lockfile): readonly string[] {
  return Object.keys(packages).filter((name) => name !== '' && packages[name]?.integrity === undefined)
}

const path = join(root, 'package-lock.json')
const readJson = (): unknown => JSON.parse(readFileSync(path, 'utf8'))

export const readLockfile = (): Lockfile => z.parse(lockfile, readJson())

/**
 * Some registries lack a tool's builds for other machines. npm then leaves them out of the lockfile, and `npm ci` refuses it.
 * Run this after `npm install`: it has npm ask the public registry for whatever has no entry or no hash, and fails if that
 * doesn't know it either.
 */
if (import.meta.main) {
  // unchanged, so that only these entries differ when it is written back
  const anyObject = z.record(z.string(), z.unknown())
  const whole = z.parse(anyObject, readJson())
  const packages = z.parse(anyObject, whole['packages'])
  for (const name of unpinnedIn(readLockfile())) delete packages[name]
  writeFileSync(path, `${JSON.stringify({ ...whole, packages }, null, 2)}\n`)
  const registry = '--registry=https://registry.npmjs.org/'
  const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', registry]
  spawnSync('npm', ['install', ...options], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  const lock = readLockfile()
  const left = [...missingFrom(lock).map(({ name }) => name), ...unpinnedIn(lock)]
  for (const name of left) process.stderr.write(`${name} has no entry with a hash.\n`)
  process.exitCode = left.length === 0 ? 0 : 1
}
