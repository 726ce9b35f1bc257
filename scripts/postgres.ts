import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/service/test/free-port.ts'

export const postgresAdvice = 'Install it with your package manager (Debian: apt-get install postgresql).'

/** A temporary PostgreSQL server on a free loopback port. */
export interface Cluster {
  readonly url: string
  stop(): void
}

/** @throws with advice where PostgreSQL isn't installed */
export async function startPostgres(): Promise<Cluster> {
  const bin = findPostgres()
  if (bin === undefined) throw new Error(`No PostgreSQL was found. ${postgresAdvice}`)
  const owner = ownerOfServer()
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const run = (program: string, args: string[]) => {
    const { status, stdout, stderr } = spawnSync(join(bin, program), args, { ...owner, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} failed:\n${stdout}${stderr}`)
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'])
    // a temporary server needn't survive a crash
    const settings = `-p ${port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c max_connections=200`
    run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])
  } catch (error) {
    const log = join(folder, 'log')
    const output = existsSync(log) ? readFileSync(log, 'utf8') : ''
    remove()
    throw new Error(`PostgreSQL did not start. ${output}`, { cause: error })
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      remove()
    },
  }
}

/** The folder with the programs of the newest server on this machine. */
export function findPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : []
  const candidates = [
    ...folders.map((version) => join(versions, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return candidates.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

/** The user to run the server as: it refuses to run as root. */
function ownerOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = users.find((line) => line.startsWith('postgres:'))?.split(':') ?? []
  // every system has the user nobody
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : { uid: 65_534, gid: 65_534 }
}
