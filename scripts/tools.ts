import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

/** The checkout, wherever it lies; its path may hold spaces. */
export const root = dirname(import.meta.dirname)

/** Where a tool of node_modules begins, run with this Node and no shell between. */
export const tools = {
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  'size-limit': 'size-limit/bin.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
} as const

export type Tool = keyof typeof tools

export function toolPath(tool: Tool): string {
  return join(root, 'node_modules', tools[tool])
}

export interface Run {
  readonly code: number
  /** What it wrote, both streams in order; empty where it wrote to ours. */
  readonly output: string
}

/**
 * Runs a Node program, in the checkout where no other folder is given, and resolves when it ends, whatever its exit code.
 * Its output is kept with `capture`, else it goes to ours: with `stderr` all of it to the standard error stream.
 */
export function run(
  program: string,
  args: readonly string[],
  options: {
    readonly to: 'capture' | 'terminal' | 'stderr'
    readonly env?: Readonly<Record<string, string>>
    readonly cwd?: string
  },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const out = options.to === 'capture' ? 'pipe' : options.to === 'stderr' ? 2 : 'inherit'
    const child = spawn(process.execPath, [program, ...args], {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', out, options.to === 'capture' ? 'pipe' : 'inherit'],
    })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
