import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/service/database/index.ts'
import type { DnsAnswer } from '../../src/service/world/world.ts'
import type { Troubles } from './measure.ts'
import type { Seeded } from './seed.ts'
import type { ScriptedWorld } from './world.ts'

/** A seeded world to copy. Seeding takes a second, copying a few milliseconds. */
export interface Template {
  readonly masterKey: Uint8Array
  /** Whether its world is large, and so is seeded in a file rather than in memory. */
  readonly isLarge?: boolean
  /** Set once the first world of this kind has been seeded. */
  world?: {
    readonly file: string
    readonly seeded: Seeded
    readonly answers: ReadonlyMap<string, DnsAnswer>
    readonly troubles: Troubles
  }
}

const folder = mkdtempSync(join(tmpdir(), 'site-performance-mock-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const templates = new Map<string, Template>()
let copies = 0

/** The template for worlds of this kind. */
export function templateOf(kind: string): Template {
  const template = templates.get(kind) ?? { masterKey: randomBytes(32) }
  templates.set(kind, template)
  return template
}

/** A copy of the template, or an empty database if there's none yet. Closing it discards its data. */
export async function databaseFrom({ isLarge = false, world }: Template): Promise<Database> {
  if (!world) return openDatabase(isLarge ? join(folder, 'seeded.db') : ':memory:')
  const file = join(folder, `copy-${++copies}.db`)
  copyFileSync(world.file, file)
  const database = await openDatabase(file)
  return {
    ...database,
    // starting threads would take longer than all reads of a flow
    readerUrl: null,
    hasOwnClock: false,
    async close() {
      await database.close()
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    },
  }
}

/** How much memory a process that seeds may take for objects, MB. */
const seedingHeap = 160

/**
 * A template that another process seeds. Seeding takes some hundred MB, which a process keeps for good.
 * @param program the program that seeds, and sends its template
 */
export async function templateFrom(program: string): Promise<Template> {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${seedingHeap}`, '--max-semi-space-size=4'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  })
  try {
    const [sent] = await Promise.race([
      once(child, 'message') as Promise<[Required<Template>]>,
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`The demo's data couldn't be made: ${code}.`))),
    ])
    const file = join(folder, `template-${++copies}.db`)
    copyFileSync(sent.world.file, file)
    return { ...sent, world: { ...sent.world, file } }
  } finally {
    child.kill()
  }
}

export async function keepAsTemplate(
  template: Template,
  { db }: Database,
  seeded: Seeded,
  { dns, troubles }: ScriptedWorld,
): Promise<NonNullable<Template['world']>> {
  const file = join(folder, `template-${++copies}.db`)
  await sql`vacuum into ${file}`.execute(db)
  template.world = { file, seeded, answers: new Map(dns.answers), troubles: new Map(troubles) }
  return template.world
}
