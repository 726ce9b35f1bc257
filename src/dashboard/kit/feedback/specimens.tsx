import { Button } from '@mantine/core'
import { Band } from './Band.tsx'
import { EmptyState } from './EmptyState.tsx'
import { adviceAfterChange, ErrorState } from './ErrorState.tsx'
import { NotFoundNotice } from './NotFoundNotice.tsx'
import { NoMatch } from './NoMatch.tsx'
import { Notice } from './Notice.tsx'
import { Preflight } from './Preflight.tsx'
import { toast } from './toast.ts'
import { errors } from '../specimens/sample-data.ts'
import { Stack, type Specimens } from '../specimens/specimen.tsx'

const nothing = () => undefined

export const specimens: Specimens = {
  Band: {
    purpose: 'Says on top of a page, once, what the verdict is.',
    cases: [
      {
        state: 'Trouble',
        example: (
          <Stack>
            <Band
              label="Verdict, down"
              tone="critical"
              title="Down for 5 h: HTTP 503"
              detail="All 3 locations. The origin answers, the service passes it on."
              actions={<Button>View incident</Button>}
            />
            <Band
              label="Verdict, DNS"
              tone="error"
              title="DNS points elsewhere"
              detail="A 203.0.113.41, not the edge"
            />
            <Band label="Verdict, slow" tone="warning" title="Slow: LCP 5.19 s, limit 2 s" detail="Frankfurt" />
          </Stack>
        ),
      },
      {
        state: 'Healthy',
        example: (
          <Band
            label="Verdict, healthy"
            tone="healthy"
            title="Healthy for 1 d 1 h"
            detail="All 3 locations within their limits"
          />
        ),
      },
      {
        state: 'Just achieved',
        note: 'Its check draws itself once',
        example: <Band label="Verdict, purged" tone="achieved" title="All 4 paths purged in 0.8 s" />,
      },
      {
        state: 'Not judged',
        example: <Band label="Verdict, none" tone="unjudged" title="Home page not monitored" />,
      },
    ],
  },
  EmptyState: {
    purpose: 'Says what would be here and how to get it.',
    cases: [
      {
        state: 'None yet',
        example: (
          <EmptyState title="No monitors yet" action={<Button variant="default">New monitor</Button>}>
            A monitor measures a page again and again, from one location or several.
          </EmptyState>
        ),
      },
      {
        state: 'All well',
        example: (
          <EmptyState because="well" title="No open incidents">
            The last one ended 3 days ago.
          </EmptyState>
        ),
      },
    ],
  },
  NoMatch: {
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
  ErrorState: {
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
  NotFoundNotice: {
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
  Notice: {
    purpose: 'Makes a sentence stand out from the page around it.',
    cases: [
      {
        state: 'All tones',
        example: (
          <Stack>
            <Notice tone="plain">The site goes live automatically once its DNS record is correct.</Notice>
            <Notice tone="warning">The certificate expires in 6 days.</Notice>
            <Notice tone="error">Alerts of “On call” don’t arrive.</Notice>
            <Notice tone="critical">That key isn’t valid.</Notice>
          </Stack>
        ),
      },
      {
        state: 'Urgent',
        note: 'Read out at once',
        example: (
          <Notice tone="critical" urgent>
            Can’t reach the service. Showing saved data; retrying.
          </Notice>
        ),
      },
    ],
  },
  Preflight: {
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
  toast: {
    purpose: 'Confirms in a few words that something has been done.',
    cases: [
      {
        state: 'Default',
        example: (
          <Button variant="default" onClick={() => toast('Monitor paused.')}>
            Show a toast
          </Button>
        ),
      },
      {
        state: 'Long text',
        example: (
          <Button
            variant="default"
            onClick={() =>
              toast('17 paths accepted. They leave the edge within a minute; open tabs keep what they have.')
            }
          >
            Show a long toast
          </Button>
        ),
      },
    ],
  },
}
