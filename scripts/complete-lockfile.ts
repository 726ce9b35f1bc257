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

/** The platform of a package, from its name: `@oxlint/binding-linux-x64-musl`. */
export function platformOf(name: string): { readonly os: string[]; readonly cpu: string[]; readonly libc?: string[] } {
  const [, os = '', cpu = '', abi] =
    /\b(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/.exec(
      name,
    ) ?? []
  if (!os || !cpu) throw new Error(`The name ${name} does not say which platform the package is for.`)
  const libc = abi?.startsWith('musl') ? 'musl' : os === 'linux' && abi === 'gnu' ? 'glibc' : undefined
  return { os: [os], cpu: [cpu], ...(libc ? { libc: [libc] } : {}) }
}

const path = join(root, 'package-lock.json')
const readJson = (): unknown => JSON.parse(readFileSync(path, 'utf8'))

export const readLockfile = (): Lockfile => z.parse(lockfile, readJson())

/**
 * Some registries lack a tool's builds for some platforms. npm then leaves those builds out of the lockfile, and `npm ci`
 * refuses the lockfile. Run this after `npm install` to add them, with the name and version that the tool asks for.
 */
if (import.meta.main) {
  // unchanged, so that only the new entries differ when it is written back
  const anyObject = z.record(z.string(), z.unknown())
  const whole = z.parse(anyObject, readJson())
  const lock = readLockfile()
  const added = missingFrom(lock).map(({ name, version, neededBy }): [string, object] => {
    const dev = lock.packages[neededBy]?.['dev'] === true
    process.stdout.write(`${name} ${version}\n`)
    return [`node_modules/${name}`, { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) }]
  })
  const packages = [...Object.entries(z.parse(anyObject, whole['packages'])), ...added]
  whole['packages'] = Object.fromEntries(packages.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(path, `${JSON.stringify(whole, null, 2)}\n`)
}
