import { optimizerStates } from '../../../contract/index.ts'
import { Stack, type Specimens } from '../../kit/specimens/specimen.tsx'
import classes from '../../kit/specimens/specimens.module.css'
import { meaningOf, SiteState } from './SiteState.tsx'

function State({ state }: { state: unknown }) {
  return (
    <div className={classes.state}>
      <SiteState state={state} />
      <p>{meaningOf(state, { kind: 'user' })}</p>
    </div>
  )
}

export const specimens: Specimens = {
  SiteState: {
    purpose: 'Names the state of a site’s optimizer.',
    cases: [
      {
        state: 'All states',
        example: (
          <Stack>
            <div>
              {optimizerStates.map((state) => (
                <State key={state} state={state} />
              ))}
              <State state="warming up" />
              <State state={null} />
            </div>
          </Stack>
        ),
      },
    ],
  },
}
