import { expect, test } from 'vitest'
import { purgesIn } from './history.ts'

const host = 'a.example'
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 8, 0, seconds)).toISOString()
const purge = (seconds: number, paths: string[], more: { actor?: string; count?: number } = {}) => ({
  kind: 'cache.purged',
  at: at(seconds),
  actor: more.actor ?? 'holder',
  detail: { host, paths, count: more.count ?? paths.length },
  raw: {},
})

test('a purge of several requests is one, with its paths in order', () => {
  const flush = { kind: 'cache.flushed', at: at(0), actor: 'holder', detail: { host }, raw: {} }
  const events = [purge(50, ['/z']), purge(32, ['/c'], { count: 3 }), purge(30, ['/a', '/b.css']), flush]
  expect(purgesIn(events)).toMatchObject([
    { at: Date.parse(at(50)), lines: [{ path: '/z' }], count: 1 },
    { at: Date.parse(at(32)), lines: [{ path: '/a' }, { path: '/b.css' }, { path: '/c' }], count: 5 },
    { kind: 'flush', count: 0, who: 'Account holder' },
  ])
})

test('what may name more than addresses is repeated exactly, if the log has it', () => {
  const detail = { host, paths: ['/a'], patterns: ['/shop/*', 'tag sale'], count: 3 }
  const items = [{ condition: '/shop/', operator: 'PREFIX' }, { tag: 'sale' }]
  const [exact] = purgesIn([{ ...purge(1, []), detail: { ...detail, items } }])
  expect(exact).toMatchObject({
    lines: [{ path: '/a' }, { path: '/shop/', kind: 'below' }, { path: 'sale', kind: 'tag' }],
    patterns: [],
    count: 3,
  })
  for (const more of [{}, { items: [{ operator: 'LIKE', condition: '/shop/' }] }])
    expect(purgesIn([{ ...purge(1, []), detail: { ...detail, ...more } }])).toMatchObject([
      { lines: [{ path: '/a' }], patterns: ['/shop/*', 'tag sale'], count: 3 },
    ])
})

test('what others did in the meantime stays apart', () => {
  expect(purgesIn([purge(2, ['/a']), purge(1, ['/b'], { actor: 'robot' })])).toHaveLength(2)
})

test('events of another kind or form are left out', () => {
  const odd = [
    { raw: {} },
    { ...purge(1, []), at: 'yesterday' },
    { ...purge(1, []), detail: {} },
    { ...purge(1, []), kind: 'site.state' },
  ]
  expect(purgesIn(odd)).toEqual([])
})
