import { expect, test } from 'vitest'
import type { Sample } from '../../../contract/index.ts'
import { issueGroups } from './issues.ts'

const from = Date.UTC(2026, 10, 20)

function sample(at: number, issues?: Sample['issues']): Sample {
  return { raw: null, taken_at: new Date(at).toISOString(), issues }
}

test('issues are counted by code, severity and sample, worst first, with the newest message', () => {
  const slow = (message: string) => ({ severity: 1, code: 'low-score', message })
  const gone = { severity: 3, code: 'timeout', message: 'No answer.' }
  const samples = [
    sample(from + 2, [slow('newest'), slow('again')]),
    sample(from + 3, [gone]),
    sample(from + 1, [slow('older')]),
    sample(from),
  ]
  expect(issueGroups(samples)).toEqual([
    { code: 'timeout', severity: 3, message: 'No answer.', samples: 1, latest: from + 3 },
    { code: 'low-score', severity: 1, message: 'again', samples: 2, latest: from + 2 },
  ])
})

test('a message keeps its own severity', () => {
  const low = (severity: number, score: number) => ({
    severity,
    code: 'low-score',
    message: `The page score is ${score}.`,
  })
  const samples = [sample(from + 2, [low(1, 69)]), sample(from + 1, [low(2, 48)]), sample(from, [low(2, 41)])]
  expect(issueGroups(samples)).toEqual([
    { code: 'low-score', severity: 2, message: 'The page score is 48.', samples: 2, latest: from + 1 },
    { code: 'low-score', severity: 1, message: 'The page score is 69.', samples: 1, latest: from + 2 },
  ])
})
