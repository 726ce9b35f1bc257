import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentedBounds } from '../src/service/bounds.ts'
import { documentedSettings } from '../src/service/configuration.ts'
import { root } from './tools.ts'

/** The documents that hold the table of settings. */
export const settingsDocuments = ['README.md', 'docs/operations.md'] as const

/** The document that holds the table of limits. */
export const boundsDocument = 'docs/operations.md'

const marksOf = (table: string) =>
  [`<!-- ${table}:begin, made by npm run settings-table -->`, `<!-- ${table}:end -->`] as const

/** The settings of the environment as a Markdown table. */
export function settingsTable(): string {
  const rows = documentedSettings().map(({ name, defaultText, description }) => [
    `\`${name}\``,
    defaultText,
    description,
  ])
  return markdownTable(['Variable', 'Default', 'What it does'], rows)
}

/** The limits as a Markdown table for each group. */
function boundsTables(): string {
  return documentedBounds
    .map(({ title, limits }) =>
      markdownTable(
        [title, 'Limit'],
        limits.map(({ what, text }) => [what, text]),
      ),
    )
    .join('\n\n')
}

function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The text of a document with the table between its marks. @throws where the marks are missing */
export function withSettings(text: string): string {
  return withTable(text, 'settings', settingsTable())
}

/** The same for the limits. @throws where the marks are missing */
export function withBounds(text: string): string {
  return withTable(text, 'bounds', boundsTables())
}

function withTable(text: string, name: string, table: string): string {
  const [begin, end] = marksOf(name)
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`The marks ${begin} and ${end} are missing.`)
  return `${before}${begin}\n\n${table}\n\n${end}${after}`
}

if (import.meta.main) {
  for (const path of settingsDocuments) {
    const file = join(root, path)
    writeFileSync(file, withSettings(readFileSync(file, 'utf8')))
  }
  const file = join(root, boundsDocument)
  writeFileSync(file, withBounds(readFileSync(file, 'utf8')))
}
