import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { tlsLimits } from './limits.ts'
import { type Certificate, certificateFrom, wildcardOf } from './certificate.ts'

/** How often the folder is read, ms: the more often, the sooner that's done. */
const shortestMs = 2000
const longestMs = 10_000

interface Pair {
  /** Tells whether one of the files has changed. */
  readonly version: string
  /** The last one that could be used. */
  readonly certificate: Certificate | undefined
  readonly problem: string | undefined
  readonly isTold: boolean
}

/** The certificates in a folder: `NAME.crt` with the chain and `NAME.key` with the private key, both PEM. */
export class CertificateFolder {
  readonly #path: string
  readonly #log: Logger
  #pairs: ReadonlyMap<string, Pair> = new Map()
  #byName: ReadonlyMap<string, Certificate> = new Map()
  #tookMs = 0
  #isAway = false

  constructor(path: string, log: Logger) {
    this.#path = path
    this.#log = log
  }

  /** Certificates that can be used. */
  get count(): number {
    return new Set(this.#byName.values()).size
  }

  /** How long to wait before it's read again, ms. */
  get intervalMs(): number {
    return Math.min(longestMs, Math.max(shortestMs, 20 * this.#tookMs))
  }

  /** The certificate for a host: the one that names it, else one with a `*`. */
  find(hostname: string): Certificate | undefined {
    return this.#byName.get(hostname) ?? this.#byName.get(wildcardOf(hostname))
  }

  /** Reads what has changed. A pair that can't be used is reported once, and the previous pair stays in use. */
  async follow(): Promise<void> {
    const begun = performance.now()
    let files: readonly string[]
    try {
      files = await readdir(this.#path)
      this.#isAway = false
    } catch (error) {
      if (!this.#isAway) this.#log.error({ err: error }, "the folder of certificates can't be read")
      this.#isAway = true
      return
    }
    const names = files.flatMap((file) => (file.endsWith('.crt') ? [file.slice(0, -'.crt'.length)] : []))
    const before = this.#pairs
    const pairs = new Map<string, Pair>()
    for (const name of names.toSorted().slice(0, tlsLimits.pairs)) {
      const pair = await this.#read(name, before.get(name))
      pairs.set(name, pair)
    }
    const isSame = pairs.size === before.size && [...pairs].every(([name, pair]) => before.get(name) === pair)
    this.#pairs = pairs
    if (!isSame) this.#byName = byName([...pairs.values()].flatMap(({ certificate }) => certificate ?? []))
    this.#tookMs = performance.now() - begun
  }

  async #read(name: string, before: Pair | undefined): Promise<Pair> {
    const files = [join(this.#path, `${name}.crt`), join(this.#path, `${name}.key`)] as const
    const version = (await Promise.all(files.map(versionOf))).join()
    if (before?.version === version) {
      if (before.problem === undefined || before.isTold) return before
      // it's still so, and not because only one of the files had been written yet
      this.#log.error({ certificate: name, reason: before.problem }, "a certificate of the folder can't be used")
      return { ...before, isTold: true }
    }
    try {
      const [chain, key] = [await readPem(files[0]), await readPem(files[1])]
      return { version, certificate: certificateFrom(chain, key), problem: undefined, isTold: false }
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      return { version, certificate: before?.certificate, problem, isTold: false }
    }
  }
}

async function versionOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    return 'none'
  }
}

async function readPem(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > tlsLimits.file) throw new Error(`${file} is too large.`)
  return readFile(file, 'latin1')
}

/** Of several for one name, the one that's valid longest. */
function byName(certificates: readonly Certificate[]): ReadonlyMap<string, Certificate> {
  const found = new Map<string, Certificate>()
  for (const certificate of certificates.toSorted((a, b) => a.validUntil - b.validUntil)) {
    for (const name of certificate.names) found.set(name, certificate)
  }
  return found
}
