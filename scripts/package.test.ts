import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, run, toolPath } from './tools.ts'

/** A program that has the package installed, with nothing but what it needs. */
let folder: string
let installed: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site performance package '))
  installed = join(folder, 'node_modules/site-performance')
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'package.json'), readFileSync(join(root, 'package.json')))
  symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'))
  const args = ['-p', 'tsconfig.package.json', '--outDir', join(installed, 'lib')]
  const { code, output } = await run(toolPath('tsc'), args, { to: 'capture' })
  expect(code, output).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the package imports zod and Node, and its client runs in a browser', () => {
  const importsIn = (path: string) =>
    readdirSync(join(installed, 'lib', path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.js'))
      .flatMap((entry) => [
        ...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(
          /^(?:import|export)(?: .*? from)? ['"]([^'"]+)['"]/gm,
        ),
      ])
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('.'))
  expect(new Set([...importsIn('client'), ...importsIn('contract')])).toEqual(new Set(['zod/mini']))
  expect(importsIn('cli').filter((name) => name !== 'zod/mini' && !name.startsWith('node:'))).toEqual([])
})

test('its client can be imported and its command run', async () => {
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { createClient } from 'site-performance/client'
const fetch = (url) => Promise.resolve(Response.json({ user_id: url, email: 'a@b.example' }))
const client = createClient({ scope: 'user', baseUrl: 'https://perf.example/api', fetch })
console.log((await client.call('email')).user_id)`,
  )
  expect(await run(program, [], { to: 'capture' })).toEqual({
    code: 0,
    output: 'https://perf.example/api/users/email\n',
  })
  const help = await run(join(installed, 'lib/cli/main.js'), ['email', 'read', '--help'], { to: 'capture' })
  expect(help).toMatchObject({ code: 0, output: expect.stringContaining('Usage: site-performance email read') })
})
