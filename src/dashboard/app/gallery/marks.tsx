import { optimizerStates, severities } from '../../../contract/index.ts'
import * as icon from '../../kit/marks/icons.tsx'
import { meaningOf, SiteState } from '../../features/sites/SiteState.tsx'
import { ResultMark, Severity } from '../../features/samples/Severity.tsx'
import { RunState } from '../../features/monitors/RunState.tsx'
import { SeverityMark, Verdict } from '../../kit/marks/Mark.tsx'
import classes from './gallery.module.css'
import { Line, Stack, type Group } from './specimen.tsx'

const icons = [
  ['Copy', icon.CopyIcon],
  ['Check', icon.CheckIcon],
  ['Refresh', icon.RefreshIcon],
  ['Eye', icon.EyeIcon],
  ['EyeOff', icon.EyeOffIcon],
  ['Close', icon.CloseIcon],
  ['Menu', icon.MenuIcon],
  ['Search', icon.SearchIcon],
  ['External', icon.ExternalIcon],
  ['Chevron', icon.ChevronIcon],
  ['Sun', icon.SunIcon],
  ['Moon', icon.MoonIcon],
  ['System', icon.SystemIcon],
] as const

function State({ state }: { state: unknown }) {
  return (
    <div className={classes.state}>
      <SiteState state={state} />
      <p>{meaningOf(state, { kind: 'user' })}</p>
    </div>
  )
}

export const marks: Group = {
  title: 'Marks and icons',
  specimens: [
    {
      source: 'kit/marks/Mark',
      purpose: 'Tells severities and states apart by shape first, then by color.',
      cases: [
        {
          state: 'Severity',
          example: (
            <Line>
              {severities.map((name, type) => (
                <Severity key={name} type={type} />
              ))}
            </Line>
          ),
        },
        { state: 'Severity, not reported', example: <Severity type={undefined} /> },
        { state: 'Severity, unknown', example: <Severity type={7} /> },
        {
          state: 'Rating',
          example: (
            <Line>
              <Verdict severity="ok">good</Verdict>
              <Verdict severity="warning">needs improvement</Verdict>
              <Verdict severity="error">poor</Verdict>
            </Line>
          ),
        },
        {
          state: 'Mark alone',
          note: 'Beside words of its own; the last one has no severity',
          example: (
            <Line>
              {severities.map((name) => (
                <span key={name}>
                  <SeverityMark severity={name} /> 12 {name}
                </span>
              ))}
              <span>
                <ResultMark type={undefined} /> 3 others
              </span>
            </Line>
          ),
        },
        {
          state: 'Monitor or test',
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
        {
          state: 'Site',
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
    {
      source: 'kit/marks/icons',
      purpose: 'Draws the icons, all 16 by 16 pixels, of one weight and in the color of the text around them.',
      cases: [
        {
          state: 'All',
          example: (
            <Line>
              {icons.map(([name, Icon]) => (
                <span key={name} className={classes.icon}>
                  <Icon /> {name}
                </span>
              ))}
            </Line>
          ),
        },
      ],
    },
  ],
}
