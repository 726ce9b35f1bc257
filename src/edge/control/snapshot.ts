import { createHash, type Hash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { snapshotLimits } from './limits.ts'
import type { Position } from './follow-sites.ts'
import type { SiteRow } from './site.ts'

/*
 * The sites on disk, for a start while the database can't be reached. A line of JSON for each site, between a line that
 * says what it is and one with the digest of all lines before it. What is sealed in the database is sealed here.
 */

const fileName = 'sites.jsonl'
const version = 4
/** Rows written at a time. */
const batchSize = 500
/** What a process that was killed while it wrote leaves behind is deleted after this long, ms. */
const leftOverMs = 3600_000

const first = z.object({
  version: z.literal(version),
  /** Which database it is of. */
  database: z.string(),
  position: z.number(),
  read_at: z.number(),
})
const last = z.object({ sites: z.number(), sha256: z.string() })
// a column that is missing here doesn't compile
const siteRow: z.ZodMiniType<SiteRow> = z.object({
  id: z.string(),
  host: z.string(),
  state: z.string(),
  service_cname: z.string(),
  preview_host: z.string(),
  https: z.number(),
  check_certificate: z.number(),
  origin: z.nullable(z.string()),
  cname_seen: z.nullable(z.string()),
  cname_seen_at: z.nullable(z.number()),
  txt_seen: z.number(),
  root_dns: z.nullable(z.string()),
  host_since: z.number(),
  own_origin: z.nullable(z.string()),
  origin_host: z.nullable(z.string()),
  counterpart: z.nullable(z.string()),
  counterpart_cname_seen: z.nullable(z.string()),
  counterpart_seen_at: z.nullable(z.number()),
  counterpart_txt_seen: z.number(),
  counterpart_dns: z.nullable(z.string()),
  counterpart_since: z.nullable(z.number()),
  settings: z.nullable(z.string()),
  links: z.nullable(z.string()),
  certificate_hostname: z.nullable(z.string()),
  certificate_counterpart: z.nullable(z.string()),
  chain: z.nullable(z.string()),
  key_sealed: z.nullable(z.string()),
  valid_until: z.nullable(z.number()),
})

export interface Snapshot {
  readonly rows: readonly SiteRow[]
  readonly position: Position
}

export interface SnapshotPlace {
  readonly folder: string
  /** Says which database it is of, so that the sites of another one are never served. */
  readonly database: string
}

/**
 * Writes the sites. Whoever reads meanwhile finds the snapshot from before, or this one.
 * @throws if it can't be written
 */
export async function writeSnapshot(
  { folder, database }: SnapshotPlace,
  rows: Iterable<SiteRow>,
  { position, at }: Position,
): Promise<void> {
  await makeFolder(folder)
  const unfinished = join(folder, `${fileName}.${randomUUID()}`)
  try {
    // for the user that the edge runs as alone
    const file = await open(unfinished, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      await writeLines(file, hash, [{ version, database, position, read_at: at }])
      let sites = 0
      let batch: SiteRow[] = []
      for (const row of rows) {
        batch.push(row)
        sites++
        if (batch.length < batchSize) continue
        await writeLines(file, hash, batch)
        batch = []
      }
      await writeLines(file, hash, batch)
      await file.write(`${JSON.stringify({ sites, sha256: hash.digest('hex') })}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, fileName))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await removeLeftOvers(folder)
}

async function writeLines(file: FileHandle, hash: Hash, lines: readonly object[]): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  hash.update(text)
  await file.write(text)
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${fileName}.`)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - leftOverMs) await rm(path, { force: true })
  }
}

/**
 * Reads the sites, undefined if there is no snapshot.
 * @throws with a reason if there is one that can't be used
 */
export async function readSnapshot({ folder, database }: SnapshotPlace): Promise<Snapshot | undefined> {
  let file: FileHandle
  try {
    file = await open(join(folder, fileName), constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { size, mode, uid } = await file.stat()
    if ((mode & 0o022) !== 0 || uid !== (process.getuid?.() ?? uid)) throw new Error('others may have written it')
    if (size > snapshotLimits.bytes) throw new Error('it is too large')
    return snapshotFrom(await file.readFile('utf8'), database)
  } finally {
    await file.close()
  }
}

function snapshotFrom(text: string, database: string): Snapshot {
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const lines = text.slice(0, end).split('\n').slice(0, -1)
  const head = z.safeParse(first, parsed(lines[0]))
  if (!head.success) throw new Error('it is of another version')
  if (head.data.database !== database) throw new Error('it is of another database')
  const tail = z.safeParse(last, parsed(text.slice(end)))
  const sha256 = createHash('sha256').update(text.slice(0, end)).digest('hex')
  if (!tail.success || tail.data.sha256 !== sha256 || tail.data.sites !== lines.length - 1)
    throw new Error('it is damaged')
  const rows = lines.slice(1).map((line) => z.parse(siteRow, parsed(line)))
  return { rows, position: { position: head.data.position, at: head.data.read_at } }
}

function parsed(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '')
  } catch {
    return undefined
  }
}
