import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

/** The folder of this checkout. Its path may contain spaces. */
export const root = dirname(import.meta.dirname)

/** The scripts of the tools in node_modules. They run with this Node and without a shell. */
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
  /** What the program wrote to both streams, in order. Empty unless its output is captured. */
  readonly output: string
}

/**
 * Runs a Node program in the given folder, by default the checkout, and resolves when it ends, whatever its exit code.
 * `to` says where its output goes: `capture` returns it, `terminal` passes it on, and `stderr` passes all of it on to the
 * standard error stream.
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
