import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planQuotas, plans, type QuotaName, quotaNames } from '../src/contract/index.ts'
import { documentedSettings } from '../src/service/configuration/configuration.ts'
import { shownLimits } from '../src/shared/limit.ts'
import { limitsTables } from './limits-table.ts'
import { root } from './tools.ts'

/** The documents that hold the table of settings. */
export const settingsDocuments = ['README.md', 'docs/operations.md'] as const

/** The document that holds the tables of limits and of quotas. */
export const limitsDocument = 'docs/operations.md'

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

/** The limits as Markdown tables. */
function limitsText(): string {
  return limitsTables
    .map(([title, ...groups]) =>
      markdownTable(
        [title, 'Limit'],
        groups.flatMap(shownLimits).map(({ what, text }) => [what, text]),
      ),
    )
    .join('\n\n')
}

const quotaTexts: Readonly<Record<QuotaName, string>> = {
  sites: 'Sites',
  monitors: "Monitors and tests; those of key pages don't count",
  runs: 'Tests started in a day, from midnight UTC',
  bytes: 'Details and screenshots',
  checks: 'Checks in progress, over all runners',
}

/** The quotas of each plan as a Markdown table. */
function quotasTable(): string {
  const textOf = (name: QuotaName, value: number) =>
    name === 'bytes' ? decimalBytes(value) : value.toLocaleString('en')
  return markdownTable(
    ['', ...plans],
    quotaNames.map((name) => [quotaTexts[name], ...plans.map((plan) => textOf(name, planQuotas[plan][name]))]),
  )
}

function decimalBytes(size: number): string {
  return size < 1e9 ? `${size / 1e6} MB` : `${size / 1e9} GB`
}

function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The text of a document with the table between its marks. @throws where the marks are missing */
export function withSettings(text: string): string {
  return withTable(text, 'settings', settingsTable())
}

/** The same for the limits and quotas. @throws where the marks are missing */
export function withLimits(text: string): string {
  return withTable(withTable(text, 'limits', limitsText()), 'quotas', quotasTable())
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
  const file = join(root, limitsDocument)
  writeFileSync(file, withLimits(readFileSync(file, 'utf8')))
}
