import { globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from './tools.ts'

/** An import of values, as it is written. What is lazy loads when its caller asks for it, or as a program of its own. */
export interface Import {
  readonly specifier: string
  readonly lazy: boolean
}

/** The imports of values in a source file. Those of types are gone when it runs. @throws where it can't be parsed */
export function importsIn(file: string, text: string): readonly Import[] {
  const { module, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file} can't be parsed: ${errors[0].message}`)
  const hasValue = (entries: readonly { readonly isType: boolean }[]) => entries.some(({ isType }) => !isType)
  const now = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || hasValue(entries))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
  ]
  const later = [
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
    ...[...text.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(([, program = '']) => program),
  ]
  return [
    ...now.map((specifier) => ({ specifier, lazy: false })),
    ...later.map((specifier) => ({ specifier, lazy: true })),
  ]
}

/** A file imports from another. Both are relative to the checkout. */
export interface Link {
  readonly file: string
  readonly from: string
  readonly lazy: boolean
}

/** What the source files that match a pattern import from other files of the checkout. */
export const linksIn = (pattern: string): readonly Link[] =>
  globSync(pattern, { cwd: root })
    .map((name) => name.replaceAll(sep, '/'))
    .flatMap((file) =>
      importsIn(file, readFileSync(posix.join(root, file), 'utf8'))
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier, lazy }) => ({ file, from: posix.join(posix.dirname(file), specifier), lazy })),
    )

/** Files and all that import them, directly or through others. */
export function withImporters(files: readonly string[], links: readonly Link[]): ReadonlySet<string> {
  const importers = Map.groupBy(links, ({ from }) => from)
  const found = new Set(files)
  // the loop also visits what it adds
  for (const at of found) for (const { file } of importers.get(at) ?? []) found.add(file)
  return found
}
