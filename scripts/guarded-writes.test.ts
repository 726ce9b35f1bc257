import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as contract from '../src/contract/index.ts'
import { allEndpoints, leastRoleFor } from '../src/contract/index.ts'
import { operationAt, paged } from '../src/dashboard/app/denials.ts'
import { paths } from '../src/dashboard/paths.ts'

const root = join(import.meta.dirname, '../src/dashboard')
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|(?:^|\/)(?:test|specimens)\b/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))

/** `people.setRole` of `partner.partnerPeople.setRole`: a control asks for both in the same way. */
const plainName = (id: string) =>
  id.replace(/^(?:partner|user)\./, '').replace(/^partner([A-Z])/, (_, first: string) => first.toLowerCase())

interface Named {
  readonly id: string
}
const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** The endpoints of an export of the contract: one, that of both APIs, or several that belong together. */
const endpointsOf = (value: unknown): readonly Named[] =>
  isNamed(value)
    ? [value]
    : typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.values(value).filter(isNamed)
      : []

const writes = new Map<string, string>(
  allEndpoints
    .filter(({ id, method }) => method !== 'GET' && leastRoleFor(id) !== undefined)
    .map(({ id }) => [id, plainName(id)]),
)

/** The writes that the dashboard's code names. */
const used = new Set(
  Object.entries(contract).flatMap(([name, value]) =>
    endpointsOf(value).flatMap(({ id }) => {
      const operation = writes.get(id)
      const isUsed = operation !== undefined && sources.some((text) => new RegExp(`\\b${name}\\b`).test(text))
      return isUsed ? [operation] : []
    }),
  ),
)

/** What buttons, menus and forms ask about, each as a pattern: a name may be put together. */
const asked = sources.flatMap((text) =>
  [...text.matchAll(/\bdoes ?[=:]([^\n]*)/g)].flatMap(([, rest = '']) =>
    [...rest.matchAll(/['"`]([a-zA-Z]+\.?[^'"`]*\.[^'"`]+|\$\{[^'"`]+)['"`]/g)].map(
      ([, name = '']) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/\$\{.*?\}/g, '\\w+')}$`),
    ),
  ),
)

/** Steps of something that is asked about as a whole. */
const partOf: Readonly<Record<string, string>> = {
  'cache.provePurge': 'cache.purge',
  'cache.proveFlush': 'cache.flush',
  'sites.tryOrigin': 'sites.setOrigin',
}

test.each([...used].toSorted())('who may not do %s finds its control disabled', (operation) => {
  const whole = partOf[operation] ?? operation
  expect(paged.includes(whole) || asked.some((pattern) => pattern.test(whole))).toBe(true)
})

/** What makes the address of a page that is for one operation. */
const toPaged = Object.entries(paths).flatMap(([name, path]: [string, (...given: never[]) => string]) =>
  operationAt(path('a' as never, ['b'] as never)) === undefined ? [] : [name],
)

test('a link to a page for a change is one that says who can', () => {
  expect(toPaged).toEqual(expect.arrayContaining(['newMonitor', 'changeServer', 'deleteSite', 'invite']))
  const plain = new RegExp(`(?:<Link|component=\\{Link\\})(?=\\s)[^>]*?\\sto=\\{paths\\.(?:${toPaged.join('|')})\\(`)
  expect(sources.flatMap((text) => plain.exec(text)?.[0] ?? [])).toEqual([])
})

test('the writes of the dashboard are found', () => {
  expect([...used]).toEqual(
    expect.arrayContaining(['cache.purge', 'people.setRole', 'alertRules.update', 'sites.delete']),
  )
  expect(used.size).toBeGreaterThan(40)
})
