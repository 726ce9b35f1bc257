import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../src/service/database/index.ts'
import type { Vault } from '../../src/service/secrets/index.ts'
import { selfSigned } from '../../src/service/test/certificate.ts'
import { printTable } from '../measure.ts'
import type { Server } from './compare.ts'
import type { LoadProcess } from './load-process.ts'
import { cpuTime } from './process-tree.ts'
import { hostOf } from './sites.ts'

const count = 5000
/** As many as stay ready: see `tlsLimits.ready`. */
const ready = 2000
/** Rows written at a time. */
const batchSize = 500

const nameOf = (n: number) => hostOf(n, 0).replace(/:\d+$/, '')

/** Makes a folder with a certificate for the first site. */
export function makeCertificateFolder(folder: string): string {
  mkdirSync(folder)
  const { cert, key } = selfSigned(nameOf(0))
  writeFileSync(join(folder, 'site.crt'), cert)
  writeFileSync(join(folder, 'site.key'), key)
  return folder
}

interface Subject {
  readonly database: Database
  readonly vault: Vault
  readonly server: Server
  readonly load: LoadProcess
}

/** How soon certificates from the database can be used, and what handshakes with many names cost. */
export async function measureCertificates({ database, vault, server, load }: Subject): Promise<boolean> {
  const sites = await database.db.selectFrom('sites').select(['id', 'host']).limit(count).execute()
  const now = Date.now()
  const rows = sites.map(({ id, host }) => {
    const hostname = host.replace(/:\d+$/, '')
    const { cert, key } = selfSigned(hostname)
    const until = { valid_until: now + 3600_000, next_attempt_at: now + 3600_000 }
    return { site_id: id, hostname, chain: cert, key_sealed: vault.seal(key), ...until }
  })
  const startedAt = performance.now()
  for (let from = 0; from < rows.length; from += batchSize) {
    await database.db
      .insertInto('certificates')
      .values(rows.slice(from, from + batchSize))
      .execute()
  }
  const writtenAt = performance.now()
  const numbers = rows.map(({ hostname }) => Number(/-(\d+)\./.exec(hostname)?.[1]))
  const shake = (n: number) =>
    load.send({
      port: server.securePort,
      requests: 1,
      connections: 1,
      host: hostOf(n, 0),
      path: '',
      status: 0,
      secure: 'handshake',
    })
  for (const n of [numbers[0] ?? 0, numbers.at(-1) ?? 0]) {
    while (
      !(await shake(n).then(
        () => true,
        () => false,
      ))
    ) {
      if (performance.now() - startedAt > 60_000) throw new Error("The edge doesn't see a certificate.")
    }
  }
  const took = performance.now() - writtenAt
  const cpuOf = async (names: readonly number[]) => {
    const before = cpuTime(server.pid)
    for (const n of names) await shake(n)
    return (cpuTime(server.pid) - before) / names.length
  }
  const some = numbers.slice(0, ready)
  const first = await cpuOf(some)
  const warm = await cpuOf(some)
  return printTable(
    `${count.toLocaleString('en')} certificates (ECDSA P-256) in the database, SQLite`,
    [
      { what: 'until all of them can be used', median: `${Math.round(took)} ms`, limit: '5000 ms', ok: took <= 5000 },
      { what: 'first handshake with a name, CPU', median: `${first.toFixed(2)} ms`, limit: '', ok: true },
      { what: 'a later one, CPU', median: `${warm.toFixed(2)} ms`, limit: '2 ms', ok: warm <= 2 },
    ],
    ['', ''],
  )
}
