import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nextPassword, testPassword } from '../src/service/test/password.ts'

const root = join(import.meta.dirname, '..')

test('one file knows the password of the demo and the tests', () => {
  const files = globSync(['{src,e2e,bench,scripts}/**/*.{ts,tsx}', '{docs,.}/*.md'], { cwd: root })
  const known = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return text.includes(testPassword) || text.includes(nextPassword)
  })
  expect(files.length).toBeGreaterThan(1000)
  expect(known).toEqual(['src/service/test/password.ts'])
})
