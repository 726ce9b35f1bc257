import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseSync } from 'oxc-parser'
import { tests } from './rooms.ts'
import { root } from './tools.ts'

/** A file imports values from another. Both paths start at the folder of the product that they're in. */
interface Link {
  readonly file: string
  readonly from: string
}

/** The imports of values in a source file, as they are written. Those of types are gone when it runs. */
export function valueImportsIn(file: string, text: string): readonly string[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} can't be parsed.`)
  const hasValue = (entries: readonly { readonly isType: boolean }[]) => entries.some(({ isType }) => !isType)
  return [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || hasValue(entries))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
}

const folderOf = (path: string) => path.slice(0, Math.max(path.indexOf('/'), 0))

/** The links between folders that are part of a circle. Files in no folder may link to any, and be linked to by any. */
export function circular(links: readonly Link[]): readonly Link[] {
  const between = links
    .map((link) => ({ link, user: folderOf(link.file), used: folderOf(link.from) }))
    .filter(({ user, used }) => user !== '' && used !== '' && user !== used)
  const reachedFrom = (folder: string): ReadonlySet<string> => {
    const reached = new Set([folder])
    // it also visits what is added meanwhile
    for (const at of reached) for (const { user, used } of between) if (user === at) reached.add(used)
    return reached
  }
  return between.filter(({ user, used }) => reachedFrom(used).has(user)).map(({ link }) => link)
}

/** The links between the source files in a folder of the checkout, without those of tests. */
export function linksIn(folder: string): readonly Link[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => /\.tsx?$/.test(name) && !tests.some((test) => posix.matchesGlob(`${folder}/${name}`, test)))
    .flatMap((file) =>
      valueImportsIn(file, readFileSync(join(root, folder, file), 'utf8'))
        .filter((name) => name.startsWith('.'))
        .map((name) => ({ file, from: posix.join(posix.dirname(file), name) }))
        .filter(({ from }) => !from.startsWith('../')),
    )
}
