import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, createAlertRule, createMonitor, readAccount } from '../../contract/index.ts'
import type { Database } from '../database/index.ts'
import { masterKeyFor, rotateMasterKey } from './master-key.ts'
import { Vault } from './vault.ts'
import { emptyDatabase, testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import { setSignOn } from '../people/index.ts'

let dataDir: string
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'keys ')), 'data')
})
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true }))

const inFolder = () => ({ masterKey: null, dataDir })
const file = (name = '') => join(dataDir, `master.key${name}`)
const read = (name = '') => readFileSync(file(name), 'utf8').trim()

/** A service whose database contains one of each kind of secret. */
async function withSecrets(settings: { masterKey: Uint8Array | null; dataDir: string } = inFolder()) {
  const database = await emptyDatabase()
  const masterKey = await masterKeyFor(settings, database)
  const service = await testService({ database, masterKey })
  service.world.mail.broken = true
  await service.mailer.start()
  const partner = await service.makePartner()
  const path = { partner_id: partner.id }
  const made = await service.ask(
    createAccount,
    { path, body: { email: 'a@example.com', site: 'a.example' } },
    partner.key,
  )
  const http_headers = [{ name: 'Cookie', value: 'header secret' }]
  const constants = { url: 'https://a.example/', auth: 'ada', password: 'check secret', http_headers }
  await service.ask(createMonitor.user, { body: { name: 'm', type: 'HTTP', constants } }, made.api_key)
  const plain = { name: 'p', type: 'HTTP', constants: { url: 'https://a.example/' } }
  const headers = { 'Idempotency-Key': 'once' }
  await service.call('POST', '/monitors', { key: made.api_key, json: plain, headers })
  await setSignOn(
    partner.id,
    {
      issuer: 'https://login.example',
      clientId: 'c',
      clientSecret: 'client secret',
      domains: ['a.example'],
      defaultRole: 'viewer',
      only: false,
    },
    { database, vault: service.services.vault, now: 0 },
  )
  const { person_id } = await database.db.selectFrom('memberships').select('person_id').executeTakeFirstOrThrow()
  const app = {
    secret_sealed: new Vault(masterKey).seal('app secret'),
    last_step: null,
    created_at: 1,
    confirmed_at: 1,
  }
  await database.db
    .insertInto('authenticators')
    .values({ person_id, ...app })
    .execute()
  const rule = { name: 'r', channel: 'webhook', url: 'https://hooks.example/' } as const
  await service.ask(createAlertRule.user, { body: rule }, made.api_key)
  await waitFor(async () =>
    expect(await database.db.selectFrom('mails').select('attempts').execute()).toEqual([{ attempts: 1 }]),
  )
  return { database, service, partner, made, masterKey }
}

/** Decrypts every secret in the database with a key. */
async function secretsBy(key: Uint8Array, { db }: Database): Promise<string[]> {
  const vault = new Vault(key)
  const sealed = [
    ...(await db.selectFrom('partners').select('key_sealed as text').execute()),
    ...(await db.selectFrom('accounts').select('key_sealed as text').execute()),
    ...(await db.selectFrom('mails').select('secret_sealed as text').execute()),
    ...(await db.selectFrom('sign_ons').select('secret_sealed as text').execute()),
    ...(await db.selectFrom('authenticators').select('secret_sealed as text').execute()),
    ...(await db.selectFrom('idempotent_replies').select('reply_sealed as text').execute()),
    ...(await db
      .selectFrom('monitors')
      .select('secret_sealed as text')
      .where('secret_sealed', 'is not', null)
      .execute()),
    ...(await db
      .selectFrom('monitors')
      .select('headers_sealed as text')
      .where('headers_sealed', 'is not', null)
      .execute()),
    ...(await db
      .selectFrom('alert_rules')
      .select('secret_sealed as text')
      .where('secret_sealed', 'is not', null)
      .execute()),
  ]
  return sealed.map(({ text }) => vault.open(text ?? ''))
}

describe('the master key', () => {
  test('is created in the data folder, readable only by its owner, and kept at the next start', async () => {
    const database = await emptyDatabase()
    const key = await masterKeyFor(inFolder(), database)
    expect(read()).toBe(Buffer.from(key).toString('base64'))
    expect(statSync(file()).mode & 0o077).toBe(0)
    expect(await masterKeyFor(inFolder(), database)).toEqual(key)
  })

  test('is MASTER_KEY if that is set, and nothing is written', async () => {
    const masterKey = new Uint8Array(32).fill(7)
    expect(await masterKeyFor({ masterKey, dataDir }, await emptyDatabase())).toEqual(masterKey)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('of another database is refused', async () => {
    const database = await emptyDatabase()
    await masterKeyFor(inFolder(), database)
    const masterKey = new Uint8Array(32).fill(7)
    await expect(masterKeyFor({ masterKey, dataDir }, database)).rejects.toThrow(/does not match this database/)
    writeFileSync(file(), Buffer.alloc(32).toString('base64'))
    await expect(masterKeyFor(inFolder(), database)).rejects.toThrow(/does not match this database/)
    writeFileSync(file(), 'short')
    await expect(masterKeyFor(inFolder(), database)).rejects.toThrow(/does not contain a master key/)
  })
})

describe('rotating the master key', () => {
  test('re-encrypts every secret without losing any', async () => {
    const { database, partner, made, masterKey } = await withSecrets()
    const secrets = await secretsBy(masterKey, database)
    expect(secrets).toEqual([
      partner.key,
      made.api_key,
      expect.stringMatching(/^\S{16}$/),
      'client secret',
      'app secret',
      expect.stringMatching(/^\{.*"name":"p"/),
      'check secret',
      '["header secret"]',
      expect.stringMatching(/^whsec_/),
    ])
    const printed = await rotateMasterKey(inFolder(), database)
    expect(read()).toBe(printed)
    expect(existsSync(file('.next'))).toBe(false)
    expect(statSync(file()).mode & 0o077).toBe(0)
    const key = await masterKeyFor(inFolder(), database)
    expect(key).not.toEqual(masterKey)
    expect(await secretsBy(key, database)).toEqual(secrets)
    await expect(secretsBy(masterKey, database)).rejects.toThrow()
    // the service starts with the new key and still returns the account's API key
    const service = await testService({ database, masterKey: key })
    const path = { partner_id: partner.id, account_id: made.user_id }
    expect((await service.ask(readAccount, { path }, partner.key)).api_key).toBe(made.api_key)
  })

  test('returns the new key and writes no file if MASTER_KEY is set', async () => {
    const before = { masterKey: new Uint8Array(32).fill(7), dataDir }
    const { database, masterKey } = await withSecrets(before)
    const secrets = await secretsBy(masterKey, database)
    const after = { masterKey: Buffer.from(await rotateMasterKey(before, database), 'base64'), dataDir }
    expect(existsSync(dataDir)).toBe(false)
    await expect(masterKeyFor(before, database)).rejects.toThrow()
    expect(await secretsBy(await masterKeyFor(after, database), database)).toEqual(secrets)
  })

  test('has no effect if interrupted before the database changed', async () => {
    const { database, masterKey } = await withSecrets()
    writeFileSync(file('.next'), Buffer.alloc(32, 9).toString('base64'))
    expect(await masterKeyFor(inFolder(), database)).toEqual(masterKey)
    expect(await secretsBy(masterKey, database)).toHaveLength(9)
    // the rotation can be repeated
    await rotateMasterKey(inFolder(), database)
    expect(await secretsBy(await masterKeyFor(inFolder(), database), database)).toHaveLength(9)
  })

  test('is completed at the next start if interrupted after the database changed', async () => {
    const { database, masterKey } = await withSecrets()
    const secrets = await secretsBy(masterKey, database)
    const printed = await rotateMasterKey(inFolder(), database)
    // the state between the two steps
    renameSync(file(), file('.next'))
    writeFileSync(file(), Buffer.from(masterKey).toString('base64'))
    expect(await secretsBy(await masterKeyFor(inFolder(), database), database)).toEqual(secrets)
    expect(read()).toBe(printed)
    expect(existsSync(file('.next'))).toBe(false)
  })

  test('is refused while a service or runner is running', async () => {
    const { database, masterKey } = await withSecrets()
    const secrets = await secretsBy(masterKey, database)
    const runner = { id: 'oslo/dc1', location: 'oslo', data_center: 'dc1', browsers: '[]' }
    await database.db
      .insertInto('runners')
      .values({ ...runner, seen_at: Date.now() - 10_000 })
      .execute()
    await expect(rotateMasterKey(inFolder(), database)).rejects.toThrow('(oslo/dc1)')
    expect(existsSync(file('.next'))).toBe(false)
    expect(await secretsBy(await masterKeyFor(inFolder(), database), database)).toEqual(secrets)
    await database.db
      .updateTable('runners')
      .set({ seen_at: Date.now() - 31_000 })
      .execute()
    await rotateMasterKey(inFolder(), database)
    expect(await secretsBy(await masterKeyFor(inFolder(), database), database)).toEqual(secrets)
  })

  test('changes nothing if it fails midway', async () => {
    const { database, masterKey } = await withSecrets()
    const secrets = await secretsBy(masterKey, database)
    // no key can decrypt this value, which is in the last table to be re-encrypted
    const monitor = await database.db
      .selectFrom('monitors')
      .select(['id', 'secret_sealed'])
      .where('secret_sealed', 'is not', null)
      .executeTakeFirstOrThrow()
    await database.db.updateTable('monitors').set({ secret_sealed: 'broken' }).where('id', '=', monitor.id).execute()
    await expect(rotateMasterKey(inFolder(), database)).rejects.toThrow()
    await database.db
      .updateTable('monitors')
      .set({ secret_sealed: monitor.secret_sealed })
      .where('id', '=', monitor.id)
      .execute()
    expect(await secretsBy(await masterKeyFor(inFolder(), database), database)).toEqual(secrets)
  })
})
