import { expect, test } from 'vitest'
import { matchInWords } from './match-words.ts'

type Nodes = Parameters<typeof matchInWords>[0]['nodes']

const node = (location: string, counts: [matched: number, held: number] | null, examples: string[] = []) => ({
  id: location,
  location,
  addresses: [],
  seen_at: '2026-11-28T10:00:00.000Z',
  form: 'embedded' as const,
  answer: counts && { matched: counts[0], held: counts[1], examples },
})
const shop = ['/shop/1', '/shop/2', '/shop/3', '/shop/4']

test.each<[string, Nodes]>([
  ['Matches 214 of 1,930 stored addresses, such as /shop/1, /shop/2, /shop/3.', [node('Oslo', [214, 1930], shop)]],
  ['Matches 1 of 1 stored address, such as /.', [node('Oslo', [1, 1], ['/'])]],
  ['Matches none of 12 stored addresses.', [node('Oslo', [0, 12])]],
  [
    'Matches 2 of 9 stored addresses on each of 2 nodes, such as /a, /b.',
    [node('Oslo', [2, 9], ['/a']), node('Paris', [2, 9], ['/b'])],
  ],
  [
    'Matches stored addresses on 1 of 2 nodes, such as /shop/1: Oslo 214 of 1,930 · Paris 0 of 80.',
    [node('Oslo', [214, 1930], ['/shop/1']), node('Paris', [0, 80])],
  ],
  [
    'Matches stored addresses on 8 of 8 nodes: N0 1 of 9 · N1 2 of 9 · N2 3 of 9 · N3 4 of 9 · N4 5 of 9 · N5 6 of 9 · and 2 more.',
    Array.from({ length: 8 }, (_, i) => node(`N${i}`, [i + 1, 9])),
  ],
  ['Nothing is stored now.', [node('Oslo', [0, 0]), node('Paris', [0, 0])]],
  ['Matches none of 3 stored addresses. No answer from Paris.', [node('Oslo', [0, 3]), node('Paris', null)]],
  ['No answer from Oslo and Paris.', [node('Oslo', null), node('Paris', null)]],
  [
    'Matches none of 3 stored addresses. What only nginx has stored isn’t counted, but is purged.',
    [{ ...node('Oslo', [0, 3]), form: 'nginx' }],
  ],
  ['No edge node is running, so nothing is stored.', []],
])('%s', (words, nodes) => expect(matchInWords({ site_id: 's', nodes })).toBe(words))
