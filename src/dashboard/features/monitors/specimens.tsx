import { Line, type Specimens } from '../../kit/specimens/specimen.tsx'
import { RunState } from './RunState.tsx'

export const specimens: Specimens = {
  RunState: {
    purpose: 'Says whether a monitor or a test is running.',
    cases: [
      {
        state: 'All states',
        example: (
          <Line>
            <RunState status="RUNNING" />
            <RunState status="SUSPENDED" />
            <RunState status="SUSPENDED" message="finished" />
            <RunState status="ARCHIVED" />
            <RunState status={undefined} />
          </Line>
        ),
      },
    ],
  },
}
