import { severities } from '../../../contract/severity.ts'
import * as icon from './icons.tsx'
import { Achieved, AchievedMark, NoVerdict, SeverityMark, Verdict } from './Mark.tsx'
import { Badge, Tag } from './Badge.tsx'
import classes from '../specimens/specimens.module.css'
import { Line, type Specimens } from '../specimens/specimen.tsx'

const icons = Object.entries(icon).map(([name, Icon]) => [name.slice(0, -4), Icon] as const)

export const specimens: Specimens = {
  Badge: {
    purpose: 'Names a state in a tint of how bad or good it is.',
    cases: [
      {
        state: 'All tones',
        example: (
          <Line>
            <Badge>active</Badge>
            <Badge tone="good" mark={<AchievedMark />}>
              live
            </Badge>
            <Badge tone="warning" mark={<SeverityMark severity="warning" />}>
              slow · 11 h
            </Badge>
            <Badge tone="error" mark={<SeverityMark severity="error" />}>
              DNS elsewhere
            </Badge>
            <Badge tone="critical" mark={<SeverityMark severity="critical" />}>
              down · 5 h
            </Badge>
            <Tag>not if</Tag>
          </Line>
        ),
      },
    ],
  },
  Mark: {
    purpose: 'Tells severities apart by shape first, then by color.',
    cases: [
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
        state: 'Achieved and not judged',
        example: (
          <Line>
            <Achieved>DNS points here</Achieved>
            <AchievedMark size={28} />
            <NoVerdict>not judged</NoVerdict>
          </Line>
        ),
      },
      {
        state: 'Mark alone',
        note: 'Next to words of its own',
        example: (
          <Line>
            {severities.map((name) => (
              <span key={name}>
                <SeverityMark severity={name} /> 12 {name}
              </span>
            ))}
          </Line>
        ),
      },
    ],
  },
  icons: {
    purpose: 'Draws the icons, all 16 by 16 pixels, of one weight, in the color of the text around them.',
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
}
