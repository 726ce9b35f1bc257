import type { OxlintConfig } from 'oxlint'

/** Imports that are refused, and why. A `group` reads like a .gitignore: an entry with `!` is let through. */
type Wall = { readonly message: string } & ({ readonly regex: string } | { readonly group: string[] })

/** Files, and the walls around them. Where files are in several rooms, the walls of the last one count. */
interface Room {
  readonly files: string[]
  readonly walls: readonly Wall[]
}

const alternatives = (names: readonly string[]) => `(${names.join('|')})`
const folders = (names: readonly string[], message: string): Wall => ({
  regex: `^(\\.\\./)+${alternatives(names)}/`,
  message,
})
const nothingBut = (allowed: readonly string[], message: string): Wall => ({
  group: ['*', ...allowed.map((name) => `!${name}`)],
  message,
})

/** What calls the service over HTTP. */
const callers = ['cli', 'client', 'dashboard']
const testTools = ['vitest', 'fast-check']
const outsideSrc = ['e2e', 'bench', 'scripts']

const notWhole: Wall = {
  regex: '^(\\.\\./)+contract/index\\.ts$',
  message: 'Import a file of the contract: its index.ts loads every endpoint.',
}

const contract: readonly Room[] = [
  {
    files: ['src/contract/**'],
    walls: [nothingBut(['zod', 'zod/mini', './*.ts'], 'The contract imports zod and itself, nothing else.')],
  },
  {
    files: ['src/contract/regex-problem.ts'],
    walls: [
      nothingBut(
        ['re2js', './*.ts'],
        'The contract’s check of regular expressions imports their engine and the contract, nothing else.',
      ),
    ],
  },
  {
    files: ['src/contract/**/*.test.ts'],
    walls: [
      nothingBut(
        ['zod', 'zod/mini', './*.ts', ...testTools],
        'A test of the contract imports the contract and its tools, nothing else.',
      ),
    ],
  },
]

/** Their files are imported one by one, so that a page or the edge loads only what it says. */
const ofWords = ['./*.ts', '../contract/*.ts']
const words: readonly Room[] = [
  {
    files: ['src/words/**'],
    walls: [notWhole, nothingBut(ofWords, 'Words import files of the contract and each other, nothing else.')],
  },
  {
    files: ['src/words/**/*.test.ts'],
    walls: [
      notWhole,
      nothingBut(
        [...ofWords, ...testTools],
        'A test of words imports them, files of the contract and its tools, nothing else.',
      ),
    ],
  },
]

const ofClient = ['zod', 'zod/mini', './*.ts', '../contract/*.ts']
const client: readonly Room[] = [
  {
    files: ['src/client/**'],
    walls: [nothingBut(ofClient, 'The client imports zod, the contract and itself, nothing else.')],
  },
  {
    files: ['src/client/**/*.test.ts'],
    walls: [
      nothingBut(
        [...ofClient, ...testTools],
        'A test of the client imports it, the contract and its tools, nothing else.',
      ),
    ],
  },
]

const ofCli = ['node:*', 'node:*/**', 'zod/mini', './*.ts', '../client/*.ts', '../contract/*.ts']
const cli: readonly Room[] = [
  {
    files: ['src/cli/**'],
    walls: [
      nothingBut(ofCli, 'The command line imports Node, zod, the client, the contract and itself, nothing else.'),
    ],
  },
  {
    files: ['src/cli/**/*.test.ts', 'src/cli/testing.ts'],
    walls: [
      nothingBut(
        [...ofCli, '../service/http/curl.ts', '../service/test/*.ts', ...testTools],
        'A test of the command line imports it, the client, the contract, a service for tests and its tools.',
      ),
    ],
  },
]

/** The layers of the dashboard, lowest first. */
export const layerNames = ['lib', 'api', 'kit', 'features', 'app']
const above = (layer: string) => layerNames.slice(layerNames.indexOf(layer) + 1)
const layered = `The layers of the dashboard, lowest first: ${layerNames.join(', ')}.`

const inBrowser: readonly Wall[] = [
  folders(['service', 'edge', 'shared', 'cli'], 'The dashboard knows the service through the contract only.'),
  folders(outsideSrc, 'The dashboard imports src/contract, src/client, src/words and itself.'),
  { regex: '^node:', message: 'The dashboard runs in a browser.' },
]

const intoFeature = 'Only the files at the top of a feature’s folder are open to others.'

const dashboard: readonly Room[] = [
  { files: ['src/dashboard/**'], walls: inBrowser },
  { files: ['src/dashboard/lib/**'], walls: [...inBrowser, { regex: '^\\.\\./', message: layered }] },
  {
    files: ['src/dashboard/api/**'],
    walls: [...inBrowser, folders(above('api'), layered), { regex: '/paths\\.ts$', message: layered }],
  },
  {
    files: ['src/dashboard/kit/**'],
    walls: [
      ...inBrowser,
      folders(above('kit'), layered),
      {
        group: [
          '**/{paths.ts,contract/**,client/**,words/**,api/**}',
          ...[
            'contract/{csv,endpoint,moments,severity,wire}',
            'client/errors',
            'words/quantities',
            'api/{health,queries}',
          ].map((open) => `!**/${open}.ts`),
        ],
        message: 'The kit doesn’t know the product.',
      },
    ],
  },
  { files: ['src/dashboard/kit/**/*.test.{ts,tsx}'], walls: [...inBrowser, folders(above('kit'), layered)] },
  ...[1, 2, 3].map((depth) => ({
    files: [`src/dashboard/features/${'*/'.repeat(depth)}*`],
    walls: [
      ...inBrowser,
      folders(above('features'), layered),
      { regex: `^(\\.\\./){${depth}}[\\w-]+/[\\w-]+/`, message: intoFeature },
    ],
  })),
  {
    files: ['src/dashboard/app/**'],
    walls: [...inBrowser, { regex: '^(\\.\\./)+features/[\\w-]+/[\\w-]+/', message: intoFeature }],
  },
  {
    files: ['src/dashboard/*'],
    walls: [...inBrowser, { regex: `^\\./${alternatives(above('api'))}/`, message: layered }],
  },
]

const throughIndexOfShared: Wall = {
  group: ['../**/shared/*/**', '!**/shared/*/index.ts'],
  message: 'A folder of src/shared is entered through its index.ts.',
}

/** What the nouns of the service are built on. These folders have no index: each file is imported by itself. */
export const foundation = ['api', 'configuration', 'time', 'world']
const inFoundation = `{${foundation.join(',')}}`

/** The walls of files that many folders deep in the service, and what of its nouns is open to them. */
function inService(depth: number, message: string, open = '*/index.ts'): readonly Wall[] {
  const top = depth === 0 ? './' : '../'.repeat(depth)
  const edge = `${'../'.repeat(depth + 1)}edge`
  return [
    folders([...callers, ...outsideSrc], 'The service imports src/contract, src/words and itself.'),
    { group: [`${edge}/**`, `!${edge}/index.ts`], message: 'The edge is entered through its index.ts.' },
    {
      // not `*/**`, which would match `../../contract`
      group: [`${top}[a-z]*/**`, ...['test/**', `${inFoundation}/*.ts`, open].map((path) => `!${top}${path}`)],
      message,
    },
    throughIndexOfShared,
  ]
}

const noun = 'A noun’s folder is entered through its index.ts.'
const roof: Wall = {
  regex: '^(\\.\\./)+(service|handlers|wrong-clock)\\.ts$',
  message: 'Only programs and tests import what assembles the service.',
}

const service: readonly Room[] = [
  { files: ['src/service/*'], walls: inService(0, noun) },
  ...[1, 2, 3].map((depth) => ({
    files: [`src/service/${'*/'.repeat(depth)}*`],
    walls: [roof, ...inService(depth, noun)],
  })),
  { files: ['src/service/{bin,test}/*'], walls: inService(1, noun) },
  {
    files: [`src/service/${inFoundation}/*`],
    walls: [
      roof,
      ...inService(
        1,
        'What the nouns are built on imports none of them.',
        '{checks,database,readers,secrets}/index.ts',
      ),
    ],
  },
  {
    files: ['src/service/readers/*'],
    walls: [
      roof,
      ...inService(
        1,
        'A noun’s folder is entered through its index.ts, and its read jobs through read-jobs.ts, which imports little.',
        '*/{index,read-jobs}.ts',
      ),
    ],
  },
  // it starts services for the tests of all parts
  { files: ['src/service/test/service.ts'], walls: [] },
]

const itself = 'What service and edge share imports src/contract and itself.'
/** What service and edge share; its tests use the service's. */
const shared: readonly Room[] = [
  {
    files: ['src/shared/**'],
    walls: [
      notWhole,
      folders([...callers, 'edge', 'words', ...outsideSrc], itself),
      { group: ['../**/service/**', '!**/service/test/*.ts'], message: itself },
    ],
  },
]

function inEdge(...open: readonly string[]): readonly Wall[] {
  const message = 'The edge imports src/contract, src/words, src/shared, itself, and the service’s database and events.'
  return [
    notWhole,
    folders([...callers, ...outsideSrc], message),
    {
      group: ['../**/service/**', ...['{database,events}/index.ts', ...open].map((path) => `!**/service/${path}`)],
      message,
    },
    throughIndexOfShared,
  ]
}

const edge: readonly Room[] = [
  { files: ['src/edge/**'], walls: inEdge() },
  { files: ['src/edge/test/**'], walls: inEdge('test/*.ts') },
  {
    files: ['src/edge/cache/**'],
    walls: [
      nothingBut(
        ['node:*', './*.ts', '../../shared/lru-map.ts', ...testTools],
        'The rules of caching import the standard library, src/shared/lru-map.ts and themselves, nothing else.',
      ),
    ],
  },
]

/** Files that the product does without. */
export const tests = ['**/*.test.{ts,tsx}', '**/testing*.ts', 'src/{dashboard,edge,service}/test/**']
const testCode: Wall = {
  regex: '^(\\./|(\\.\\./)+)((dashboard|edge|service)/)?test/',
  message: 'Only tests import test code.',
}

/** The rule for each room: which part may import which. */
export const walls: NonNullable<OxlintConfig['overrides']> = [
  contract,
  client,
  cli,
  words,
  dashboard,
  shared,
  service,
  edge,
]
  .flat()
  .flatMap((room) => [
    { files: room.files, rules: refuse([...room.walls]) },
    // test code first: what a group lets through is let through by every wall after it
    { files: room.files, excludeFiles: tests, rules: refuse([testCode, ...room.walls]) },
  ])

function refuse(patterns: Wall[]): NonNullable<OxlintConfig['rules']> {
  return { 'no-restricted-imports': ['error', { patterns }] }
}
