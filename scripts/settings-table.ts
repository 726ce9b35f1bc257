import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentedSettings } from '../src/service/configuration.ts'
import { root } from './tools.ts'

/** The documents that hold the table of settings. */
export const settingsDocuments = ['README.md', 'docs/operations.md'] as const

const [begin, end] = ['<!-- settings:begin, made by npm run settings-table -->', '<!-- settings:end -->']

/** The settings of the environment as a Markdown table. */
export function settingsTable(): string {
  const rows = documentedSettings().map(({ name, defaultText, description }) => [
    `\`${name}\``,
    defaultText,
    description,
  ])
  const lines = [['Variable', 'Default', 'What it does'], ['---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The text of a document with the table between its marks. @throws where the marks are missing */
export function withSettings(text: string): string {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`The marks ${begin} and ${end} are missing.`)
  return `${before}${begin}\n\n${settingsTable()}\n\n${end}${after}`
}

if (import.meta.main) {
  for (const path of settingsDocuments) {
    const file = join(root, path)
    writeFileSync(file, withSettings(readFileSync(file, 'utf8')))
  }
}
