import { severities, type SampleType } from '../../../contract/index.ts'
import { minute, now } from '../../kit/specimens/sample-data.ts'
import { Line, Stack, type Specimens } from '../../kit/specimens/specimen.tsx'
import { ResultStrip } from './ResultStrip.tsx'
import { ResultMark, Severity } from './Severity.tsx'

const types: readonly SampleType[] = [0, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 1, 0, 0]
const samples = types.map((sample_type, i) => ({
  id: `result-${i}`,
  taken_at: new Date(now - 30 * i * minute).toISOString(),
  sample_type,
}))
const unknown = samples.slice(0, 5).map(({ id, taken_at }) => ({ id, taken_at, sample_type: undefined }))

export const specimens: Specimens = {
  Severity: {
    purpose: 'Names the severity of a sample.',
    cases: [
      {
        state: 'All severities',
        example: (
          <Line>
            {severities.map((name, type) => (
              <Severity key={name} type={type} />
            ))}
          </Line>
        ),
      },
      { state: 'Not reported', example: <Severity type={undefined} /> },
      { state: 'Unknown', example: <Severity type={7} /> },
      {
        state: 'Mark alone, not reported',
        example: (
          <span>
            <ResultMark type={undefined} /> 3 others
          </span>
        ),
      },
    ],
  },
  ResultStrip: {
    purpose: 'Shows the severity of the latest results, the newest at the end.',
    cases: [
      { state: 'Default', example: <ResultStrip samples={samples} /> },
      {
        state: 'Not reported',
        example: (
          <Stack>
            <ResultStrip samples={unknown} oneLine />
          </Stack>
        ),
      },
      { state: 'No samples', example: <ResultStrip samples={[]} /> },
    ],
  },
}
