import { Button } from '@mantine/core'
import { Stack, type Specimens } from '../../kit/specimens/specimen.tsx'
import { VerdictBand } from './VerdictBand.tsx'
import { VerdictCell } from './VerdictCell.tsx'

const verdict = {
  host: 'www.fjordbikes.example',
  trouble: 'healthy',
  severity: 0,
  state: 'active',
  kind: null,
  cause: null,
  partly: false,
  incidents: 0,
}
const down = { trouble: 'down', severity: 3, kind: 'down', cause: 'HTTP 503', incidents: 1 }

export const specimens: Specimens = {
  VerdictBand: {
    purpose: 'Says on top of a page what is wrong, and is quiet if nothing is.',
    cases: [
      {
        state: 'All severities',
        example: (
          <Stack>
            {[3, 2, 1].map((severity) => (
              <VerdictBand
                key={severity}
                label={`Health, severity ${severity}`}
                severity={severity}
                title="Down since 22 Nov 2026, 21:38 UTC"
                parts={['HTTP 503', 'Frankfurt and Tokyo', 'the origin, not the service']}
                links={<Button variant="default">View incident</Button>}
              />
            ))}
          </Stack>
        ),
      },
      {
        state: 'Nothing wrong',
        example: <VerdictBand label="Healthy" severity={0} title="Healthy" parts={['home page checked 2 min ago']} />,
      },
      {
        state: 'Without a severity',
        example: (
          <VerdictBand
            label="Maintenance"
            severity={undefined}
            title="Maintenance"
            parts={['Visitors get a maintenance page']}
          />
        ),
      },
    ],
  },
  VerdictCell: {
    purpose: 'Says in a row of a table what is wrong with a site.',
    cases: [
      { state: 'Down', example: <VerdictCell reader="partner" verdict={{ ...verdict, ...down }} /> },
      {
        state: 'Several incidents',
        example: <VerdictCell reader="partner" verdict={{ ...verdict, ...down, partly: true, incidents: 2 }} />,
      },
      { state: 'Healthy', example: <VerdictCell reader="partner" verdict={verdict} /> },
      {
        state: 'Not live',
        example: <VerdictCell reader="partner" verdict={{ ...verdict, trouble: 'idle', state: 'preview' }} />,
      },
    ],
  },
}
