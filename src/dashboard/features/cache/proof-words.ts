import { bytes, fullNumber, plural, signed } from '../../kit/format/format.ts'
import { shownBytes } from '../../../words/quantities.ts'
import type { NodeFinding, ProofLookup, StoredContent } from '../../../contract/index.ts'
import type { Proof } from './proof.ts'

export type Address = Proof['addresses'][number]

/** What all nodes have stored of an address: `several` if they don't agree, undefined if none says. */
export function contentIn(lookup: ProofLookup | null): StoredContent | 'several' | undefined {
  const contents = (lookup?.nodes ?? []).flatMap(({ content }) => content ?? [])
  const [first, ...others] = contents
  return others.some(({ sha256 }) => sha256 !== first?.sha256) ? 'several' : first
}

export interface ContentChange {
  readonly kind: 'new' | 'same' | 'unknown'
  readonly words: string
  /** What else is known of it. */
  readonly more?: string
}

/** Whether the visit brought new content; undefined until that can be told. */
export function changeIn({ before, again, result }: Address): ContentChange | undefined {
  if (!again?.nodes) {
    if (result === null) return undefined
    return { kind: 'unknown', words: again ? 'The edge nodes don’t report it' : 'Not visited' }
  }
  const changes = again.nodes.flatMap(({ change }) => change ?? [])
  const fresh = changes.filter((change) => change === 'new').length
  if (fresh > 0) {
    const isPartly = fresh < changes.length
    const size = sizeChange(contentIn(before), contentIn(again))
    return { kind: 'new', words: 'New version', ...(isPartly ? { more: onNodes(fresh, changes.length) } : size) }
  }
  if (changes.length > 0) return { kind: 'same', words: 'Same content', more: 'stored anew' }
  return { kind: 'unknown', words: whyUnknown({ before, again }) }
}

const onNodes = (fresh: number, of: number) => `on ${fullNumber(fresh)} of ${plural(of, 'node')}`

function whyUnknown({ before, again }: Pick<Address, 'before' | 'again'>): string {
  if (!before?.held) return 'Wasn’t stored before'
  if (!again?.held) return 'Not stored again'
  const nodes: readonly NodeFinding[] = [...(before.nodes ?? []), ...(again.nodes ?? [])]
  const reasons = nodes.flatMap(({ content }) => content?.not_hashed ?? [])
  if (reasons.includes('too large')) return 'Too large to compare'
  return reasons.length > 0 ? 'Its coding can’t be undone' : 'The edge nodes don’t report it'
}

function sizeChange(
  from: StoredContent | 'several' | undefined,
  to: StoredContent | 'several' | undefined,
): { readonly more?: string } {
  if (!from || !to || from === 'several' || to === 'several' || from.size === null || to.size === null) return {}
  const change = shownBytes(to.size) - shownBytes(from.size)
  return { more: change === 0 ? 'same size' : signed(change, bytes) }
}

export interface Summary {
  readonly tone: 'achieved' | 'warning' | 'error' | 'unjudged'
  readonly title: string
  readonly detail: string
}

/** Whether it may name several addresses, so that what is stored of it is counted. */
export const isPattern = ({ item }: Pick<Address, 'item'>): boolean => item !== undefined

/** What a proof comes to. */
export function summaryOf({ addresses }: Proof): Summary {
  const countOf = (wanted: Address['result']) => addresses.filter(({ result }) => result === wanted).length
  const open = countOf(null)
  if (countOf('stored again') + countOf('gone') === addresses.length) {
    const took = Math.max(...nodeTimesOf(addresses).map(({ ms }) => ms))
    const within = Number.isFinite(took) ? ` in ${secondsOf(took)}` : ''
    const isOfPaths = countOf('gone') === 0
    const [one, many] = isOfPaths ? ['The path was purged', 'paths'] : [`${addresses[0]?.path} purged`, 'items']
    const all = addresses.length === 1 ? asTitle(one) : `All ${fullNumber(addresses.length)} ${many} purged`
    const again = ['A test visit cached the new version.', freshInWords(addresses)].filter(Boolean).join(' ')
    return {
      tone: 'achieved',
      title: `${all}${within}`,
      detail: isOfPaths ? again : 'Nothing of it is left on any node.',
    }
  }
  if (countOf('nothing stored') === addresses.length)
    return { tone: 'unjudged', title: 'Nothing was stored before', detail: '' }
  if (countOf('newly stored') === addresses.length) {
    const now = addresses.length === 1 ? 'The new version is' : 'The new versions are'
    return { tone: 'unjudged', title: 'Nothing was stored before', detail: `${now} now cached.` }
  }
  const nothingBefore: readonly Address['result'][] = ['newly stored', 'never stored', 'nothing stored']
  const wasHeld = addresses.some(({ result }) => !nothingBefore.includes(result))
  const outcomes = Object.entries({
    purged: countOf('gone'),
    'purged and stored again': countOf('stored again'),
    'purged and not stored again': countOf('not stored again'),
    'newly stored': countOf('newly stored'),
    [wasHeld ? 'never stored' : 'not stored after the visit either']: countOf('never stored'),
    'with nothing stored before': countOf('nothing stored'),
    'still stored': countOf('still stored'),
    'still stored or stored again by visitors': countOf('some stored'),
    'not fully checked': countOf('unknown'),
  }).flatMap(([words, count]) => (count > 0 ? [`${fullNumber(count)} ${words}`] : []))
  const nothing = `${addresses.length === 1 ? 'This address wasn’t' : 'None of these addresses was'} stored before, so there was nothing to remove.`
  const sum = outcomes.length > 0 ? `${outcomes.join(', ')}.` : ''
  if (open > 0) {
    const title = `Checked ${addresses.length - open} of ${plural(addresses.length, addresses.some(isPattern) ? 'item' : 'path')}`
    return { tone: 'unjudged', title, detail: `${sum} Stopping doesn’t undo the purge.`.trim() }
  }
  return { tone: toneOf(addresses), title: sum, detail: wasHeld ? '' : nothing }
}

/** Achieved once a pattern is gone and everything else is as it should be. */
function toneOf(addresses: readonly Address[]): Summary['tone'] {
  const results = new Set(addresses.map(({ result }) => result))
  if (results.has('still stored')) return 'error'
  if (results.has('not stored again') || results.has('some stored')) return 'warning'
  const fine: readonly Address['result'][] = ['gone', 'nothing stored', 'stored again']
  return results.has('gone') && [...results].every((result) => fine.includes(result)) ? 'achieved' : 'unjudged'
}

const asTitle = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function freshInWords(addresses: readonly Address[]): string {
  const known = addresses.flatMap((address) => changeIn(address) ?? []).filter(({ kind }) => kind !== 'unknown')
  const fresh = known.filter(({ kind }) => kind === 'new').length
  if (known.length === 0) return ''
  if (known.length === 1) return fresh === 1 ? 'Its content is new.' : 'Its content is the same.'
  if (fresh === 0) return 'Their content is the same.'
  return `${fullNumber(fresh)} of ${fullNumber(known.length)} have new content.`
}

interface Purged {
  /** Null where nothing can be judged yet, or at all. */
  readonly severity: 'ok' | 'warning' | 'error' | null
  readonly words: string
}

/** How far a path is that was sent to be purged: `Purged on 2 of 2 nodes`. @param address of the proof, if it has it */
export function purgedInWords(address: Address | undefined): Purged {
  if (!address) return { severity: null, words: 'Sent' }
  const { after, result } = address
  if (!after) return { severity: null, words: result === null ? 'Sent, waiting for the nodes…' : 'Sent, not checked' }
  const { asked, purged } = after
  // a lookup that failed, or of an older version
  if (!asked || purged === undefined) return { severity: null, words: 'Sent, not checked' }
  const severity = purged === asked ? 'ok' : result === 'still stored' ? 'error' : 'warning'
  return { severity, words: `Purged on ${fullNumber(purged)} of ${plural(asked, 'node')}` }
}

export interface NodeTime {
  readonly id: string
  readonly location: string
  /** From the order until everything that the node had was gone, ms. */
  readonly ms: number
}

/** How long each node took to carry the purge out, in the order of the nodes; those that had something stored only. */
export function nodeTimesOf(addresses: readonly Address[]): readonly NodeTime[] {
  const times = new Map<string, NodeTime>()
  for (const { after } of addresses)
    for (const { id, location, gone_after: ms } of after?.nodes ?? [])
      if (ms != null) times.set(id, { id, location, ms: Math.max(ms, times.get(id)?.ms ?? 0) })
  return [...times.values()]
}

/** Lookups come every few tenths of a second, so more digits would say nothing. */
export function secondsOf(ms: number): string {
  const seconds = ms / 1000
  return seconds < 9.95 ? `${Math.max(0.1, seconds).toFixed(1)}\u00a0s` : `${Math.round(seconds)}\u00a0s`
}

/** What a node had of a path before the purge, and has after the visit. */
export interface NodeRow {
  readonly key: string
  readonly path: string
  readonly location: string
  /** ms; undefined where it had nothing. */
  readonly goneAfter: number | undefined
  readonly before: StoredContent | undefined
  readonly after: StoredContent | undefined
}

/** By path, then by node, for every node that said what it has. */
export function nodeRowsOf(addresses: readonly Address[]): readonly NodeRow[] {
  return addresses.flatMap(({ id, path, before, after, again }) => {
    const find = (lookup: ProofLookup | null, node: string) => lookup?.nodes?.find((one) => one.id === node)
    const nodes = new Map([before, after, again].flatMap((one) => (one?.nodes ?? []).map((node) => [node.id, node])))
    return [...nodes.values()].map(({ id: node, location }): NodeRow => {
      const content = (lookup: ProofLookup | null) => find(lookup, node)?.content ?? undefined
      const goneAfter = find(after, node)?.gone_after ?? undefined
      return { key: `${id} ${node}`, path, location, goneAfter, before: content(before), after: content(again) }
    })
  })
}
