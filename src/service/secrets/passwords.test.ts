import { scryptSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { passwordWork } from './limits.ts'
import { passwordCost } from './password-cost.ts'
import { isPassword, passwordHash } from './passwords.ts'

test('passwords are hashed with scrypt and a random salt', async () => {
  const [a, b] = [await passwordHash('secret'), await passwordHash('secret')]
  expect(a).not.toBe(b)
  const [scheme, cost, salt = '', hash] = a.split('$')
  expect(scheme).toBe('scrypt')
  const expected = scryptSync('secret', Buffer.from(salt, 'base64'), 32, { N: Number(cost) })
  expect(expected.toString('base64')).toBe(hash)
})

test('a password is compared with its hash, and never with none', async () => {
  const hash = await passwordHash('héllo wörld')
  // decomposed, as some keyboards send it
  expect(await isPassword('héllo wörld'.normalize('NFD'), hash)).toBe(true)
  expect(await isPassword('hello world', hash)).toBe(false)
  for (const none of [null, undefined, '', 'none', 'scrypt$$', hash.replace('scrypt', 'md5')])
    expect(await isPassword('héllo wörld', none), String(none)).toBe(false)
})

test('a hash keeps its cost, also one that doesn’t name it', async () => {
  const { N } = passwordCost
  onTestFinished(() => void Object.assign(passwordCost, { N }))
  const hash = await passwordHash('secret')
  passwordCost.N = 2 * N
  expect(await isPassword('secret', hash)).toBe(true)
  expect(await passwordHash('secret')).toMatch(`scrypt$${2 * N}$`)
  const salt = Buffer.from('salt')
  const older = `scrypt$${salt.toString('base64')}$${scryptSync('secret', salt, 32).toString('base64')}`
  expect(await isPassword('secret', older)).toBe(true)
  expect(await isPassword('other', older)).toBe(false)
})

test('only so many passwords wait to be hashed', async () => {
  // fewer than the service allows, because each takes long
  const { waiting } = passwordWork
  Object.assign(passwordWork, { waiting: 2 })
  onTestFinished(() => void Object.assign(passwordWork, { waiting }))
  const all = Array.from({ length: passwordWork.hashes + passwordWork.waiting + 3 }, () => passwordHash('x'))
  const ended = await Promise.allSettled(all)
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(ended.at(-1)).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '5' } } })
  // places are given back
  await passwordHash('x')
})
