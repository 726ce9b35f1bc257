import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './tools.ts'

/** Whoever tests with a database asks this module whether it is PostgreSQL. */
const server = 'src/service/test/database-server.ts'

/** The test files that open the service's database, relative to the checkout. Only they differ on PostgreSQL. */
export function databaseTests(): string[] {
  const importers = new Map<string, string[]>()
  for (const file of globSync('{src/edge,src/service,src/shared,e2e/mock}/**/*.ts', { cwd: root }))
    for (const imported of importsOf(file)) importers.set(imported, [...(importers.get(imported) ?? []), file])
  const found = new Set([server])
  // the loop also visits what it adds
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return [...found].filter((file) => file.endsWith('.test.ts')).toSorted()
}

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export|\}) .*?'(\.[^']+\.ts)'/gm)].map(
    ([, specifier = '']) => join(dirname(file), specifier),
  )
