import { expect, test } from 'vitest'
import { scoreSeverity, worstSeverity } from './severity.ts'

test.each([
  [100, 0],
  [70, 0],
  [69, 1],
  [50, 1],
  [49, 2],
  [0, 2],
])('a score of %i has severity %i', (score, severity) => expect(scoreSeverity(score)).toBe(severity))

test('a sample has the severity of its worst issue, or ok without issues', () => {
  expect(worstSeverity([{ severity: 1 }, { severity: 3 }, { severity: 2 }])).toBe(3)
  expect(worstSeverity([])).toBe(0)
})
