import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Link, withImporters } from './imports.ts'
import { root } from './tools.ts'

/** The files that differ from a commit and still exist, committed or not, relative to the checkout. */
export function changedFiles(base: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const files = new Set([
    ...git('diff', '--name-only', base, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ])
  return [...files].filter((file) => file !== '' && existsSync(join(root, file))).toSorted()
}

/**
 * The test files that changed files can break: those that import them, and for a page, which the shell loads lazily, those
 * of its feature and of what all pages do.
 */
export function testsOf(files: readonly string[], links: readonly Link[]): string[] {
  const opensPage = ({ file, lazy }: Link) => lazy && /^src\/dashboard\/app\/|\/routes\.ts$/.test(file)
  const reached = withImporters(
    files,
    links.filter((link) => !opensPage(link)),
  )
  const folders = links
    .filter((link) => opensPage(link) && reached.has(link.from))
    .map(({ from }) => /^src\/dashboard\/(?:features\/[^/]+|app)\//.exec(from)?.[0] ?? from)
  if (folders.length > 0) folders.push('src/dashboard/test/')
  return [...new Set([...links.map(({ file }) => file), ...files])]
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => reached.has(file) || folders.some((folder) => file.startsWith(folder)))
    .toSorted()
}

/**
 * The flows that are about a changed page, by their names: `monitors.spec.ts` and `monitor-form.spec.ts` are about what is
 * in `features/monitors`, and `tests.spec.ts` about `features/monitors/tests`. A flow that changed itself is one of them.
 */
export function flowsOf(files: readonly string[], specs: readonly string[]): string[] {
  const subjects = new Set(
    files.flatMap((file) => {
      const folders = /^src\/dashboard\/features\/(.*)\/[^/]+$/.exec(file)?.[1]
      return folders?.split('/').map(singular) ?? []
    }),
  )
  const isAbout = (spec: string) => {
    const name = spec.replace('.spec.ts', '')
    return subjects.has(singular(name)) || subjects.has(singular(name.split('-')[0] ?? ''))
  }
  return specs
    .filter((spec) => spec.endsWith('.spec.ts'))
    .filter((spec) => files.includes(`e2e/flows/${spec}`) || isAbout(spec))
    .map((spec) => `e2e/flows/${spec}`)
}

const singular = (name: string) => name.replace(/s$/, '')
