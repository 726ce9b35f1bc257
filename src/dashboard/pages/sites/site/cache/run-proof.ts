import { lookIntoCache, visitThroughEdge } from '../../../../../contract/index.ts'
import { call } from '../../../../api/client.ts'
import { isExtensionMissing } from '../../../../api/errors.ts'
import { whyNothingStored } from './look.ts'
import { lookBefore, NoFinding, type Proof, prove, waiting } from './proof.ts'
import { changeProof, changeProofs, proofsAt } from './proof-store.ts'

/** Paths of a purge that are looked at; each takes a handful of requests. */
export const maxProved = 60
/** Paths looked at at a time. */
const atOnce = 4
/** A purge doesn't wait longer than this for the look before it, ms. */
const beforeMs = 4000

export interface ProofPlace {
  readonly purgeKey: string
  readonly siteId: string
  readonly user: string
  /** The optimizer's state. */
  readonly state: unknown
}

let made = 0
/** Tells the latest proof of a place from those that it replaced. */
const latest = new Map<string, number>()

/** Proves purges: `before` ends when the paths have been looked at, then comes the purge, and `after` does the rest. */
export interface ProofRun {
  before(paths: readonly string[]): Promise<void>
  /** Doesn't wait for the proof. */
  after(paths: readonly string[]): void
  /** These weren't purged after all, so there's nothing to prove. */
  drop(paths: readonly string[]): void
  /** No more purges follow. */
  end(): void
}

export function beginProof({ purgeKey, siteId, user, state }: ProofPlace, note: string | null): ProofRun {
  const nothing = whyNothingStored(state)
  const run = ++made
  latest.set(purgeKey, run)
  const isLatest = () => latest.get(purgeKey) === run
  const isStopped = () => !isLatest() || proofsAt(purgeKey).isStopping
  changeProofs(purgeKey, () => ({
    rows: [],
    note: nothing ? `There’s nothing to prove. ${nothing}` : note,
    isRunning: !nothing,
    isStopping: false,
  }))
  let isOff = nothing !== undefined
  let underWay = 0
  let isEnded = false
  /** Whether anything was purged. */
  let isAccepted = false
  const settle = () => {
    if (isLatest() && isEnded && underWay === 0) changeProofs(purgeKey, () => ({ isRunning: false }))
  }
  const path = { site_id: siteId }
  const look = (url: string, signal?: AbortSignal) =>
    call(lookIntoCache, { path, query: { url, user_id: user } }, { signal })
  const tools = (id: number) => ({
    look: (url: string) => look(url),
    visit: (url: string) => call(visitThroughEdge, { path, body: { url, user_id: user } }),
    now: () => Date.now(),
    pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    isStopped,
    report: (change: Partial<Proof>) => {
      if (isLatest()) changeProof(purgeKey, id, change)
    },
  })
  const turnOff = (why: string) => {
    isOff = true
    if (isLatest()) changeProofs(purgeKey, () => ({ rows: [], note: why, isRunning: false }))
  }
  const rowsFor = (paths: readonly string[]) =>
    proofsAt(purgeKey).rows.filter((row) => paths.includes(row.path) && row.after.kind === 'waiting')

  return {
    async before(paths) {
      if (isOff || isStopped()) return
      const room = maxProved - proofsAt(purgeKey).rows.length
      const rows = [...new Set(paths)].slice(0, room).map((one): Proof => {
        return { id: ++made, path: one, before: waiting, after: waiting, again: waiting }
      })
      changeProofs(purgeKey, (now) => ({ rows: [...now.rows, ...rows] }))
      const signal = AbortSignal.timeout(beforeMs)
      let impossible = ''
      const first = async (url: string) => {
        try {
          const found = await look(url, signal)
          if (found.nodes.length === 0) impossible = 'No edge node is running, so there’s nothing to prove.'
          return found
        } catch (error) {
          if (isExtensionMissing(error))
            impossible = 'This service doesn’t say what it has cached, so it can’t prove what it purges.'
          throw signal.aborted ? new NoFinding('The edge took too long to answer.') : error
        }
      }
      await each(rows, (row) => lookBefore(row.path, { ...tools(row.id), look: first }))
      if (impossible) turnOff(impossible)
    },
    after(paths) {
      isAccepted = true
      if (isLatest()) changeProofs(purgeKey, () => ({ purgedAt: Date.now() }))
      if (isOff) return
      underWay++
      void each(rowsFor(paths), (row) => prove(row, tools(row.id))).finally(() => {
        underWay--
        settle()
      })
    },
    drop(paths) {
      const ids = rowsFor(paths).map(({ id }) => id)
      if (isLatest()) changeProofs(purgeKey, ({ rows }) => ({ rows: rows.filter(({ id }) => !ids.includes(id)) }))
    },
    end() {
      isEnded = true
      if (!isAccepted && isLatest()) changeProofs(purgeKey, () => ({ rows: [], note: null }))
      settle()
    },
  }
}

/** What the proof of a purge of these paths leaves open. */
export function noteOnPurge(paths: readonly string[]): string | null {
  const notes = [
    paths.some((path) => !path.includes('?')) &&
      'A path without a query is purged with every query. Only the path itself is checked.',
    paths.some((path) => path.includes('*')) && '* isn’t a wildcard here: only that exact path is purged.',
    paths.length > maxProved && `Only the first ${maxProved} paths are checked.`,
  ]
  return notes.filter(Boolean).join(' ') || null
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
