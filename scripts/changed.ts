import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
