import { expect, test } from 'vitest'
import {
  deletionRefusal,
  isOptimizerState,
  move,
  optimizedStates,
  type OptimizerMove,
  optimizerMoves,
  type OptimizerState,
  optimizerStates,
} from './states.ts'

/** The result of each move from each state, or a dash if it's refused. Resume returns to trial. */
const table: Record<
  OptimizerState,
  readonly [bypass: string, transparent: string, maintenance: string, resume: string]
> = {
  preview: ['bypass', 'transparent', 'maintenance', 'preview'],
  trial: ['bypass', 'transparent', 'maintenance', 'trial'],
  active: ['bypass', 'transparent', 'maintenance', 'active'],
  bypass: ['bypass', 'transparent', 'maintenance', 'trial'],
  transparent: ['bypass', 'transparent', 'maintenance', 'trial'],
  maintenance: ['bypass', 'transparent', 'maintenance', 'trial'],
  'proxy only': ['-', '-', '-', 'trial'],
  off: ['-', '-', '-', '-'],
}
const columns: readonly OptimizerMove[] = ['bypass', 'transparent', 'maintenance', 'resume']

const cases = optimizerStates.flatMap((from) => columns.map((asked, i) => [from, asked, table[from][i] ?? ''] as const))

test.each(cases)('from %s, %s leads to %s', (from, asked, to) => {
  const outcome = move(from, asked, 'trial')
  if (to !== '-') expect(outcome).toEqual({ to })
  else
    expect(outcome).toEqual({
      refused: `The optimizer is in the state ${from}: ${asked} isn't allowed. ${from === 'off' ? 'No move is allowed now.' : 'Allowed now: resume.'}`,
    })
})

test.each(optimizedStates)('resume returns to %s', (before) => {
  for (const from of ['bypass', 'transparent', 'maintenance', 'proxy only'] as const)
    expect(move(from, 'resume', before)).toEqual({ to: before })
})

test('the table covers every move', () => {
  expect([...columns]).toEqual([...optimizerMoves])
})

test.each(optimizerStates.map((state) => [state] as const))('deletion in %s is allowed or refused', (state) => {
  const [partner, reseller] = [deletionRefusal(state, 'partner'), deletionRefusal(state, 'reseller')]
  expect(partner === undefined).toBe(['preview', 'off'].includes(state))
  expect(reseller === undefined).toBe(['preview', 'off', 'proxy only'].includes(state))
  if (partner !== undefined) expect(partner).toContain(`The optimizer is in the state ${state}`)
})

test('only the eight states are states', () => {
  expect(optimizerStates.every(isOptimizerState)).toBe(true)
  for (const other of ['', 'PREVIEW', 'paused', null, 1, undefined]) expect(isOptimizerState(other)).toBe(false)
})
