import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** What we read of Vite's `dist/.vite/manifest.json`. */
const manifest = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)
export type Manifest = z.output<typeof manifest>

/** The module of the account list, as the manifest names it. */
export const accountsPage =
  /^src\/dashboard\/pages\/.*\/AccountsPage\.tsx$|^src\/dashboard\/pages\/.*accounts.*list.*\.tsx$/i

/** The scripts and style sheets that a chunk needs before it runs: its own, and those of its static imports. */
export function filesOf(chunks: Manifest, names: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The manifest of the build has no chunk ${name}.`)
    if (seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return [...files].toSorted()
}

/** What a browser fetches to show the account list: the entry and the page's own chunk with all they import. */
export function firstLoad(dist: string): readonly string[] {
  const chunks = z.parse(manifest, JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')))
  return filesOf(chunks, firstChunks(chunks)).map((file) => join(dist, file))
}

export function firstChunks(chunks: Manifest): readonly string[] {
  const names = Object.keys(chunks)
  const entries = names.filter((name) => chunks[name]?.isEntry)
  const pages = names.filter((name) => accountsPage.test(name))
  if (entries.length === 0 || pages.length === 0) {
    throw new Error('The manifest of the build must name the entry and the account list; is it a chunk of its own?')
  }
  return [...entries, ...pages]
}
