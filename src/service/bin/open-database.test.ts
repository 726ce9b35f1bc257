import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { settingsFrom } from '../configuration/configuration.ts'
import { openWithKey } from './open-database.ts'

/** A data folder, and what a start there does. */
function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = settingsFrom({ DATA_DIR: folder })
  const start = async (more = {}) => {
    const { database } = await openWithKey({ ...settings, ...more })
    await database.close()
  }
  return { folder, key: join(folder, 'master.key'), file: settings.databaseUrl, start }
}

test('a first start makes a key and a database, and the next ones find them', async () => {
  const { folder, start } = dataFolder()
  await start()
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['master.key', 'site-performance.db']))
  await start()
})

test('a key of one’s own may come with an empty database', async () => {
  const { folder, start } = dataFolder()
  await start({ masterKey: new Uint8Array(32) })
  expect(readdirSync(folder)).not.toContain('master.key')
})

test.each(['missing', 'empty'])(
  'a database that is %s beside a master key is refused, and stays as it is',
  async (what) => {
    const { file, start } = dataFolder()
    await start()
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    if (what === 'empty') writeFileSync(file, '')
    const refusal = /^[^\n]* is empty, but [^\n]* holds the master\.key[^\n]*$/
    await expect(start()).rejects.toThrow(refusal)
    // and again: a restart by the system isn't the first start of another service
    await expect(start()).rejects.toThrow(refusal)
  },
)

test('a database without its master key is refused, and no other key is made', async () => {
  const { folder, key, start } = dataFolder()
  await start()
  rmSync(key)
  for (let i = 0; i < 2; i++) await expect(start()).rejects.toThrow(/^There is no master\.key in [^\n]*$/)
  expect(readdirSync(folder)).not.toContain('master.key')
})

test('a database that a newer version has changed is refused in words', async () => {
  const { file, start } = dataFolder()
  await start()
  const database = new DatabaseSync(file)
  const later = new Date().toISOString()
  database.exec(`insert into kysely_migration (name, timestamp) values ('999-later', '${later}')`)
  database.close()
  const size = statSync(file).size
  await expect(start()).rejects.toThrow(
    /^A newer version of the program has changed this database \(999-later\)\. [^\n]*$/,
  )
  expect(statSync(file).size).toBe(size)
})
