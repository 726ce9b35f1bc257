import { posix } from 'node:path'
import { linksIn } from './imports.ts'
import { tests } from './rooms.ts'

/** A file imports values from another. Both paths start at the folder of the product that they're in. */
interface Link {
  readonly file: string
  readonly from: string
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
export const linksWithin = (folder: string): readonly Link[] =>
  linksIn(`${folder}/**/*.{ts,tsx}`)
    .filter(({ file, from }) => from.startsWith(`${folder}/`) && !tests.some((one) => posix.matchesGlob(file, one)))
    .map(({ file, from }) => ({ file: posix.relative(folder, file), from: posix.relative(folder, from) }))
