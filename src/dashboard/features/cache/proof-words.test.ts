import { expect, test } from 'vitest'
import type { NodeFinding, ProofLookup, StoredContent } from '../../../contract/index.ts'
import { type Address, changeIn, contentIn, purgedInWords, secondsOf, summaryOf } from './proof-words.ts'

const contentOf = (sha256: string | null, own: Partial<StoredContent> = {}): StoredContent => {
  return { etag: null, size: sha256 && 1000, sha256, not_hashed: null, ...own } as StoredContent
}
const nodeOf = (own: Partial<NodeFinding>, i: number): NodeFinding => {
  return { id: String(i), location: 'Oslo', held: true, content: null, ...own }
}
const lookup = (held: boolean, nodes?: readonly Partial<NodeFinding>[]): ProofLookup => {
  const found = { at: '2026-11-22T06:00:00.000Z', held, status: 200, age: 1, not_kept: null, silent: [], problem: null }
  return nodes ? { ...found, nodes: nodes.map(nodeOf) } : found
}
const address = (own: Partial<Address>): Address => {
  return { id: 'a', path: '/', before: lookup(true, [{}]), after: null, again: null, result: 'stored again', ...own }
}
const again = (...nodes: Partial<NodeFinding>[]) => lookup(true, nodes)
const tooLarge = contentOf(null, { size: null, not_hashed: 'too large' })

test.each<[string, Partial<Address>, string | undefined]>([
  ['nothing yet', { result: null }, undefined],
  ['new', { again: again({ change: 'new' }) }, 'new: New version'],
  [
    'new, and larger',
    {
      before: lookup(true, [{ content: contentOf('x') }]),
      again: again({ change: 'new', content: contentOf('y', { size: 2500 }) }),
    },
    'new: New version, +1.50 kB',
  ],
  [
    'new, and of the same size',
    { before: lookup(true, [{ content: contentOf('x') }]), again: again({ change: 'new', content: contentOf('y') }) },
    'new: New version, same size',
  ],
  ['new on one node', { again: again({ change: 'new' }, { change: 'same' }) }, 'new: New version, on 1 of 2 nodes'],
  ['the same', { again: again({ change: 'same' }, { change: null }) }, 'same: Same content, stored anew'],
  [
    'not stored before',
    { before: lookup(false, [{ held: false }]), again: again({ change: null }) },
    'unknown: Wasn’t stored before',
  ],
  [
    'not stored again',
    { again: lookup(false, [{ held: false }]), result: 'not stored again' },
    'unknown: Not stored again',
  ],
  ['too large', { again: again({ change: null, content: tooLarge }) }, 'unknown: Too large to compare'],
  [
    'undecodable',
    { again: again({ content: contentOf(null, { size: null, not_hashed: 'undecodable' }) }) },
    'unknown: Its coding can’t be undone',
  ],
  ['an older version', { before: lookup(true), again: lookup(true) }, 'unknown: The edge nodes don’t report it'],
  ['not visited', { result: 'still stored' }, 'unknown: Not visited'],
])('content that is %s', (_, own, expected) => {
  const change = changeIn(address(own))
  const words = change && `${change.kind}: ${[change.words, ...(change.more ? [change.more] : [])].join(', ')}`
  expect(words?.replaceAll('\u00a0', ' ')).toBe(expected)
})

test('content is one where all nodes that have it agree', () => {
  const [x, y] = [{ content: contentOf('x') }, { content: contentOf('y') }]
  expect(contentIn(lookup(true, [x, x, {}]))).toEqual(x.content)
  expect(contentIn(lookup(true, [x, y]))).toBe('several')
  expect(contentIn(lookup(true))).toBeUndefined()
  expect(contentIn(null)).toBeUndefined()
})

test.each([
  [12, '0.1 s'],
  [790, '0.8 s'],
  [9960, '10 s'],
])('%d ms are %s', (ms, words) => {
  expect(secondsOf(ms)).toBe(words.replace(' ', '\u00a0'))
})

const purgedOn = (purged: number, asked = 2): Partial<Address> => ({ after: { ...lookup(false), asked, purged } })

test.each<[Partial<Address> | undefined, string | null, string]>([
  [undefined, null, 'Sent'],
  [{ result: null }, null, 'Sent, waiting for the nodes…'],
  [{ result: 'unknown' }, null, 'Sent, not checked'],
  [{ after: { ...lookup(false), asked: 0 } }, null, 'Sent, not checked'],
  [{ after: lookup(false) }, null, 'Sent, not checked'],
  [purgedOn(2), 'ok', 'Purged on 2 of 2 nodes'],
  [purgedOn(1, 1), 'ok', 'Purged on 1 of 1 node'],
  [purgedOn(1), 'warning', 'Purged on 1 of 2 nodes'],
  [{ ...purgedOn(1), result: 'still stored' }, 'error', 'Purged on 1 of 2 nodes'],
])('what became of a path: %j', (own, severity, words) => {
  expect(purgedInWords(own && address(own))).toEqual({ severity, words })
})

const item = { tag: 'sale' }
test.each<[string, readonly Partial<Address>[], string]>([
  ['one pattern', [{ item, path: 'tag sale', result: 'gone' }], 'achieved: Tag sale purged'],
  ['a pattern and a path', [{ item, result: 'gone' }, {}], 'achieved: All 2 items purged'],
  [
    'patterns of which one had nothing',
    [
      { item, result: 'gone' },
      { item, result: 'nothing stored' },
    ],
    'achieved: 1 purged, 1 with nothing stored before.',
  ],
  ['nothing at all', [{ item, result: 'nothing stored' }], 'unjudged: Nothing was stored before'],
  ['something left', [{ item, result: 'some stored' }], 'warning: 1 still stored or stored again by visitors.'],
  [
    'something unknown',
    [
      { item, result: 'gone' },
      { item, result: 'unknown' },
    ],
    'unjudged: 1 purged, 1 not fully checked.',
  ],
  [
    'patterns under way',
    [
      { item, result: null },
      { item, result: 'gone' },
    ],
    'unjudged: Checked 1 of 2 items',
  ],
])('a proof of %s', (_, addresses, expected) => {
  const { tone, title } = summaryOf({ site_id: 's', proof_id: 'p', kind: 'purge', addresses: addresses.map(address) })
  expect(`${tone}: ${title}`).toBe(expected)
})
