import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadOf } from './spread.ts'

const hosts = (...of: readonly (readonly [longer: number, requests: number])[]) =>
  of.map(([longer, requests]) => ({ longer, requests }))

test.each([
  ['only one of several took longer', hosts([5, 6], [0, 3]), 'one host'],
  ['all requests go to one', hosts([6, 6]), undefined],
  ['nothing took longer', hosts([0, 6], [0, 2]), undefined],
  ['some held still', hosts([6, 6], [2, 2], [0, 1]), undefined],
  ['both took longer, which can be one server', hosts([6, 6], [6, 6]), 'all hosts'],
  ['nearly all requests go to one', hosts([14, 14], [1, 1], [1, 1]), 'all hosts'],
  ['most requests of one took no longer', hosts([6, 6], [3, 3], [1, 3]), 'all hosts'],
  ['three took longer, with several requests', hosts([14, 14], [2, 3], [1, 1]), 'everywhere'],
])('%s', (_, of, expected) => expect(spreadOf(of)).toBe(expected))

const ofHost = fc.record({ requests: fc.nat(30), longer: fc.nat(30) }).map(({ requests, longer }) => {
  return { requests: Math.max(requests, longer, 1), longer }
})

test('the order of hosts doesn’t matter, nor how many requests go to the one with most', () => {
  fc.assert(
    fc.property(fc.array(ofHost, { maxLength: 6 }), fc.nat(100), (of, more) => {
      expect(spreadOf(of.toReversed())).toBe(spreadOf(of))
      const [most, ...others] = of.toSorted((a, b) => b.longer - a.longer)
      if (!most || most.longer === 0 || most.longer <= most.requests / 2) return
      const larger = { requests: most.requests + more, longer: most.longer + more }
      expect(spreadOf([larger, ...others])).toBe(spreadOf(of))
    }),
  )
})
