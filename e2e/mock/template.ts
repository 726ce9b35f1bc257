import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/service/database/index.ts'
import type { DnsAnswer } from '../../src/service/world.ts'
import type { Seeded } from './seed.ts'

/** A seeded world that others of the same kind begin as: making one takes a second, copying it a few milliseconds. */
export interface Template {
  readonly masterKey: Uint8Array
  /** Known once the first of its kind has been seeded. */
  made?: { readonly file: string; readonly seeded: Seeded; readonly answers: ReadonlyMap<string, DnsAnswer> }
}

const folder = mkdtempSync(join(tmpdir(), 'site-performance-mock-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const templates = new Map<string, Template>()
let copies = 0

/** The template of worlds of this kind. */
export function templateOf(kind: string): Template {
  const template = templates.get(kind) ?? { masterKey: randomBytes(32) }
  templates.set(kind, template)
  return template
}

/** A database that begins as the template, where that is made, else an empty one. It goes with its closing. */
export async function databaseFrom({ made }: Template): Promise<Database> {
  if (!made) return openDatabase(':memory:')
  const file = join(folder, `world-${++copies}.db`)
  copyFileSync(made.file, file)
  const database = await openDatabase(file)
  return {
    ...database,
    async close() {
      await database.close()
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    },
  }
}

export async function keepAsTemplate(
  template: Template,
  { db }: Database,
  seeded: Seeded,
  answers: ReadonlyMap<string, DnsAnswer>,
): Promise<NonNullable<Template['made']>> {
  const file = join(folder, `template-${++copies}.db`)
  await sql`vacuum into ${file}`.execute(db)
  template.made = { file, seeded, answers: new Map(answers) }
  return template.made
}
