import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from '../test/process.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'operator-'))
  // a mounted folder that everyone may enter, and a shell that lets everyone read new files
  chmodSync(dataDir, 0o755)
  expect(process.umask() & 0o044).toBe(0)
})
afterAll(() => rmSync(dataDir, { recursive: true }))

interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the operator's program, on the test's data folder. */
function operator(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const file = join(import.meta.dirname, 'operator.ts')
  const child = spawn(process.execPath, [file, ...args], {
    env: {
      ...bareEnvironment,
      DATA_DIR: dataDir,
      ...env,
    },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}

test('prints results on standard output and what is wrong on the other, with its code; only its own user can read its files', async () => {
  const within = join(dataDir, 'within')
  expect(await operator(['partner', 'list', '--json'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
  expect(await operator(['partner', 'delete'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown command: partner delete\nusage:\n/),
  })
  expect(await operator(['edge', 'zone'], { DATA_DIR: within })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^No edge is up[^\n]*\n$/),
  })
  for (const folder of [within, dataDir]) {
    const files = readdirSync(folder)
    expect(files.some((name) => name.endsWith('.db'))).toBe(true)
    for (const name of files) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
  }
})

test('an invalid setting is reported in one line', async () => {
  const { code, stderr } = await operator(['partner', 'list'], { PORT: 'x' })
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'PORT must be a whole number from 0 to 65535\n' })
})

test('a master key that doesn’t match the database is reported in one line', async () => {
  const { code, stderr } = await operator(['partner', 'list'], { MASTER_KEY: '00'.repeat(32) })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Can't open the database: The master key does not match this database[^\n]*\n$/)
})
