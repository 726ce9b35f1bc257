import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints, type Endpoint } from '../src/contract/index.ts'
import { root } from './tools.ts'

/** The document that contains the table. */
export const document = join(root, 'docs/api.md')
const [begin, end] = ['<!-- table: npm run api-table -->', '<!-- end of the table -->']

/** The tests that run once for each operation, with its id as their title. */
export const coveringTests = {
  contract: 'src/service/test/contract.test.ts',
  access: 'src/service/test/contract-access.test.ts',
  example: 'src/service/http/examples.test.ts',
} as const

/** The file of the service that handles each operation, by the operation's id. */
async function handlerFiles(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const files = readdirSync(join(root, 'src/service'), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /^\w+\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(name))) {
    const [, name] = /^export const (\w+): Handlers</m.exec(readFileSync(join(root, 'src/service', file), 'utf8')) ?? []
    if (!name) continue
    const module = new Map<string, unknown>(Object.entries((await import(join(root, 'src/service', file))) as object))
    for (const id of Object.keys(module.get(name) ?? {})) found.set(id, `src/service/${file}`)
  }
  return found
}

const link = (text: string, path: string) => `[${text}](../${path})`
const addressesOf = ({ method, path, also = [] }: Endpoint) =>
  [{ method, path }, ...also].map((address) => `\`${address.method} ${address.path}\``).join(' or ')

/** A table with a row for each operation of the contract. @throws where an operation has no handler */
export async function apiTable(): Promise<string> {
  const files = await handlerFiles()
  const tests = Object.entries(coveringTests).map(([text, path]) => link(text, path))
  const rows = allEndpoints.map((endpoint) => {
    const file = files.get(endpoint.id)
    if (!file) throw new Error(`${endpoint.id} has no handler.`)
    const notes = [endpoint.extension ? 'extension' : '', endpoint.replacedBy ? 'deprecated' : ''].filter(Boolean)
    return [
      `\`${endpoint.id}\`${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`,
      addressesOf(endpoint),
      link(file.replace('src/service/', ''), file),
      tests.join(', '),
    ]
  })
  const lines = [['Operation', 'Method and path', 'Handler', 'Tests'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The text with a new table between the markers. @throws where the markers are missing */
export function withTable(text: string, table: string): string {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${document} has no markers for the table.`)
  return `${before}${begin}\n\n${table}\n\n${end}${after}`
}

if (import.meta.main) {
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), await apiTable()))
}
