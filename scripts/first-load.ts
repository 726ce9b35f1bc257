import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The parts of Vite's `dist/.vite/manifest.json` that we read. */
const manifest = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)
type Manifest = z.output<typeof manifest>

/** The module of the account list. The build makes it a separate chunk. */
export const accountsPage = 'src/dashboard/features/accounts/accounts.tsx'

/** The scripts and style sheets that chunks need before they run: their own and those of their static imports. */
export function filesOf(chunks: Manifest, names: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The build has no chunk ${name}.`)
    if (seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return [...files]
}

/** The scripts, style sheets and fonts that an HTML page names. */
export function filesIn(html: string): readonly string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/?([^":?#]+\.(?:js|css|woff2))"/g)].map(
    ([, file = '']) => file,
  )
}

/**
 * The paths of the files that a browser fetches to show the account list: those that the HTML names, the entry, and the
 * page's own chunk. @throws where they include the charts, which a list doesn't need
 */
export function firstLoad(dist: string): readonly string[] {
  const read = (file: string) => readFileSync(join(dist, file), 'utf8')
  const chunks = z.parse(manifest, JSON.parse(read('.vite/manifest.json')))
  const entries = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
  const files = [...new Set([...filesIn(read('index.html')), ...filesOf(chunks, [...entries, accountsPage])])]
  // a chunk that contains Recharts contains these class names
  const charts = files.filter((file) => /recharts-(?:wrapper|surface)/.test(read(file)))
  if (charts.length > 0) throw new Error(`The account list's first load includes the charts: ${charts.join(', ')}.`)
  return files.map((file) => join(dist, file))
}
