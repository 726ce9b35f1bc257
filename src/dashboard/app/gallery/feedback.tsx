import { Button } from '@mantine/core'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { adviceAfterChange, ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { NotFoundNotice } from '../../kit/feedback/NotFoundNotice.tsx'
import { NoMatch } from '../../kit/feedback/NoMatch.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Preflight } from '../../kit/feedback/Preflight.tsx'
import { VerdictBand } from '../../features/incidents/VerdictBand.tsx'
import { VerdictCell } from '../../features/incidents/VerdictCell.tsx'
import { errors } from './sample-data.ts'
import { Stack, type Group } from './specimen.tsx'

const nothing = () => undefined

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

export const feedback: Group = {
  title: 'Feedback',
  specimens: [
    {
      source: 'kit/feedback/EmptyState',
      purpose: 'Says what would be here and how to get it.',
      cases: [
        {
          state: 'None yet',
          example: (
            <EmptyState title="No monitors yet" action={<Button>New monitor</Button>}>
              A monitor measures a page again and again, from one location or several.
            </EmptyState>
          ),
        },
      ],
    },
    {
      source: 'kit/feedback/NoMatch',
      purpose: 'Stands in place of a list when a search or a filter finds nothing.',
      cases: [
        {
          state: 'Search',
          example: (
            <NoMatch what="accounts" searched="fjrod" onShowAll={nothing}>
              The search looks at names and email addresses.
            </NoMatch>
          ),
        },
        {
          state: 'Filters',
          example: (
            <NoMatch what="deliveries" onShowAll={nothing}>
              Choose another rule or state to see more.
            </NoMatch>
          ),
        },
      ],
    },
    {
      source: 'kit/feedback/ErrorState',
      purpose: 'Says what happened, why, and what to do next.',
      cases: [
        {
          state: 'With retry',
          example: <ErrorState title="Couldn’t load the sites." error={errors.unreachable} onRetry={nothing} />,
        },
        {
          state: 'With request ID',
          example: <ErrorState title="Couldn’t load the samples." error={errors.failed} />,
        },
        { state: 'Too many requests', example: <ErrorState title="The purge was not sent." error={errors.tooMany} /> },
        {
          state: 'Refused key',
          example: <ErrorState title="Couldn’t load the accounts." error={errors.refusedKey} />,
        },
        {
          state: 'After a change',
          note: 'It may have been made',
          example: (
            <ErrorState
              title="The site was not created."
              error={errors.unreachable}
              advice={adviceAfterChange(errors.unreachable)}
            />
          ),
        },
        { state: 'Unexpected', example: <ErrorState title="The page could not be shown." error={new Error('bug')} /> },
      ],
    },
    {
      source: 'kit/feedback/NotFoundNotice',
      purpose: 'Says that something isn’t there, and leads on.',
      cases: [
        {
          state: 'Of a page',
          example: (
            <NotFoundNotice
              what="This monitor"
              error={errors.failed}
              action={<Button variant="default">Go to the monitors</Button>}
            />
          ),
        },
      ],
    },
    {
      source: 'features/incidents/VerdictBand',
      purpose: 'Says on top of a page what is wrong, and is quiet if nothing is.',
      cases: [
        {
          state: 'All severities',
          example: (
            <Stack>
              {[3, 2, 1].map((severity) => (
                <VerdictBand
                  key={severity}
                  label={`Verdict of severity ${severity}`}
                  severity={severity}
                  title="Down since 22 Nov 2026, 21:38 UTC"
                  parts={['HTTP 503', 'Frankfurt and Tokyo', 'the origin, not the service']}
                  links={<Button variant="default">See the incident</Button>}
                />
              ))}
            </Stack>
          ),
        },
        {
          state: 'Nothing wrong',
          example: (
            <VerdictBand
              label="Verdict, healthy"
              severity={0}
              title="Healthy"
              parts={['home page checked 2 min ago']}
            />
          ),
        },
        {
          state: 'Without a severity',
          example: (
            <VerdictBand
              label="Verdict, maintenance"
              severity={undefined}
              title="Maintenance"
              parts={['Visitors get a maintenance page']}
            />
          ),
        },
      ],
    },
    {
      source: 'features/incidents/VerdictCell',
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
    {
      source: 'kit/feedback/Notice',
      purpose: 'Makes a sentence stand out from the page around it.',
      cases: [
        {
          state: 'All tones',
          example: (
            <Stack>
              <Notice tone="plain">The site goes live automatically once its DNS record is correct.</Notice>
              <Notice tone="warning">The certificate expires in 6 days.</Notice>
              <Notice tone="error">That key isn’t valid.</Notice>
            </Stack>
          ),
        },
        {
          state: 'Urgent',
          note: 'Read out at once',
          example: (
            <Notice tone="error" urgent>
              Can’t reach the service. Showing saved data; retrying.
            </Notice>
          ),
        },
      ],
    },
    {
      source: 'kit/feedback/Preflight',
      purpose: 'Lists what was checked before a change that can’t be undone.',
      cases: [
        {
          state: 'All outcomes',
          example: (
            <Preflight
              label="Before you can delete this site"
              checks={[
                { id: 'dns', outcome: 'passes', what: 'DNS no longer points to the service.' },
                {
                  id: 'traffic',
                  outcome: 'may',
                  what: 'Visitors came in the last hour.',
                  remedy: 'Wait until they stop.',
                },
                { id: 'monitors', outcome: 'fails', what: 'Two monitors measure it.', remedy: 'Delete them first.' },
              ]}
            />
          ),
        },
      ],
    },
  ],
}
