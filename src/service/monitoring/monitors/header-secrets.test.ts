import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMonitor } from '../../../contract/index.ts'
import { openDatabase } from '../../database/index.ts'
import { Vault } from '../../secrets/index.ts'
import { stateOf } from '../../test/fixtures.ts'
import { emptyDatabase, testService } from '../../test/service.ts'
import { openHeaders, sealPlainHeaders } from './header-secrets.ts'
import { readSpec } from './rules.ts'

const headers = [
  { name: 'Accept', value: 'text/html' },
  { name: 'AUTHORIZATION', value: 'Bearer leak1' },
  { name: 'cookie', value: 'session=leak2' },
  { name: 'Proxy-Authorization', value: 'Basic leak3' },
  { name: 'X-Api-Key', value: 'leak4' },
  { name: 'X-CSRF-Token', value: 'leak5' },
  { name: 'My-Secret', value: 'leak6' },
  { name: 'X-Session', value: 'leak7' },
]
const shown = headers.map(({ name, value }) => ({ name, value: name === 'Accept' ? value : null }))
const body = {
  name: 'Home',
  type: 'HTTP',
  constants: { url: 'https://www.example/', http_headers: headers },
} as const

async function withMonitor() {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const record = await service.ask(createMonitor.user, { body }, account.key)
  const get = (path: string, key = account.key) => service.call('GET', path, { key })
  return { ...service, partner, account, record, get }
}

describe('secret headers', () => {
  test('read back as null everywhere', async () => {
    const { record, get, partner, account, call } = await withMonitor()
    expect(record.constants.http_headers).toEqual(shown)
    const created = await call('POST', '/tests', { key: account.key, json: body })
    const { id } = created.body as { id: string }
    const base = `/partners/${partner.id}/accounts/${account.id}`
    const answers = [
      created,
      await get('/monitors'),
      await get('/monitors.csv'),
      await get(`/monitors/${record.id}`),
      await get('/tests'),
      await get('/tests.csv'),
      await get(`/tests/${id}`),
      await get(`${base}/monitors`, partner.key),
      await get(`${base}/monitors.csv`, partner.key),
      await get(`${base}/monitors/${record.id}`, partner.key),
      await call('PUT', `/monitors/${record.id}/stop`, { key: account.key }),
      await call('PUT', `/monitors/${record.id}/start`, { key: account.key }),
      await call('DELETE', '/monitors', { key: account.key, json: { ids: [record.id] } }),
    ]
    for (const { status, text } of answers) {
      expect(status).toBeLessThan(300)
      expect(text).toContain('X-CSRF-Token')
      expect(text).not.toContain('leak')
    }
  })

  test('are encrypted at rest', async () => {
    const { db, services, record } = await withMonitor()
    const row = await db.selectFrom('monitors').selectAll().where('id', '=', record.id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('leak')
    expect(openHeaders(readSpec(row).constants, row.headers_sealed, services.vault)).toEqual(headers)
  })

  test('that are sent as null are refused', async () => {
    const { call, account } = await withMonitor()
    const http_headers = [{ name: 'Cookie', value: null }]
    for (const path of ['/monitors', '/tests']) {
      const answer = await call('POST', path, {
        key: account.key,
        json: { ...body, constants: { ...body.constants, http_headers } },
      })
      expect(answer).toMatchObject({
        status: 422,
        body: { fields: { 'constants.http_headers.0.value': expect.stringContaining('has to be sent again') } },
      })
    }
  })
})

describe('headers that an older version stored in plain text', () => {
  async function withPlainHeaders(database: Awaited<ReturnType<typeof emptyDatabase>>) {
    const vault = new Vault(randomBytes(32))
    const service = await testService({ database })
    const account = await service.makeAccount(await service.makePartner())
    const record = await service.ask(createMonitor.user, { body }, account.key)
    const { spec } = await service.db.selectFrom('monitors').select('spec').executeTakeFirstOrThrow()
    const plain = spec.replace(JSON.stringify(shown), JSON.stringify(headers))
    expect(plain).toContain('leak')
    await service.db.updateTable('monitors').set({ spec: plain, headers_sealed: null }).execute()
    // as the migration leaves it
    await service.db.insertInto('meta').values({ name: 'plain_headers', value: 'yes' }).execute()
    return { ...service, vault, record }
  }

  test('are sealed at the next start, once', async () => {
    const database = await emptyDatabase()
    const { vault, db } = await withPlainHeaders(database)
    await Promise.all([sealPlainHeaders(database, vault), sealPlainHeaders(database, vault)])
    const row = await db.selectFrom('monitors').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('leak')
    expect(openHeaders(readSpec(row).constants, row.headers_sealed, vault)).toEqual(headers)
    const digest = await stateOf(db)
    await sealPlainHeaders(database, vault)
    expect(await stateOf(db)).toBe(digest)
  })

  test('are sealed beside those that were sealed already', async () => {
    const database = await emptyDatabase()
    const { vault, db } = await withPlainHeaders(database)
    // as when fewer names counted as secret
    const sealed = ['leak1', 'leak7']
    const plain = headers.map((header, i) => (i === 1 || i === 7 ? { ...header, value: null } : header))
    const { spec } = await db.selectFrom('monitors').select('spec').executeTakeFirstOrThrow()
    await db
      .updateTable('monitors')
      .set({
        spec: spec.replace(JSON.stringify(headers), JSON.stringify(plain)),
        headers_sealed: vault.seal(JSON.stringify(sealed)),
      })
      .execute()
    await sealPlainHeaders(database, vault)
    const row = await db.selectFrom('monitors').selectAll().executeTakeFirstOrThrow()
    expect(row.spec).not.toContain('leak')
    const values = openHeaders(readSpec(row).constants, row.headers_sealed, vault).map(({ value }) => value)
    expect(values).toEqual(headers.map(({ value }, i) => (i === 1 ? 'leak1' : i === 7 ? 'leak7' : value)))
  })

  test('are gone from the file too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headers-'))
    const database = await openDatabase(join(folder, 'test.db'))
    onTestFinished(async () => {
      await database.close()
      rmSync(folder, { recursive: true })
    })
    const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    const { vault } = await withPlainHeaders(database)
    await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
    expect(files().join('')).toContain('leak5')
    await sealPlainHeaders(database, vault)
    expect(files().join('')).not.toContain('leak')
  })
})
