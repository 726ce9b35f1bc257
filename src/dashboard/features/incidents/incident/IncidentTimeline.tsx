import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AlertRecord, IncidentDetail } from '../../../../contract/index.ts'
import { severities } from '../../../../contract/index.ts'
import type { AnyScope, Scope } from '../../../api/scope.ts'
import { plural } from '../../../kit/format/format.ts'
import { exactTime, relative, zoneName } from '../../../kit/format/time.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { EventTimeline, type TimelineEvent } from '../../../kit/layout/EventTimeline.tsx'
import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { AchievedMark, NoMark, SeverityMark } from '../../../kit/marks/Mark.tsx'
import { BellIcon, CheckIcon, EditIcon, MailIcon, PulseIcon, UserIcon, WebhookIcon } from '../../../kit/marks/icons.tsx'
import { ageStepMs, useNow } from '../../../kit/reading/use-now.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { paths } from '../../../paths.ts'
import { alertsOf } from '../../alerts/reads.ts'
import { deliveryState, whyAlert } from '../../alerts/delivery-words.ts'
import { personInWords } from '../incident-facts.tsx'
import { incidentRefreshMs } from '../reads.ts'
import { endingsOf } from './endings.ts'
import classes from './incident.module.css'
import { Moment } from './Moment.tsx'
import { stepsOf, type Step } from './timeline.ts'

interface Props {
  scope: Scope
  incident: IncidentDetail
  /** When its monitor measures again, ISO 8601; nothing where that isn't known. */
  nextRoundAt: string | null | undefined
  /** Below what happened: the form of a new note. */
  children?: ReactNode
}

/** What happened in the course of an incident, who was told and what people wrote. */
export function IncidentTimeline({ scope, incident, nextRoundAt, children }: Props) {
  const zone = useZone()
  const own = useAlerts(scope, incident)
  // a partner also has rules for all accounts
  const ofAll = useAlerts(scope.kind === 'account' ? { kind: 'partner', partner: scope.partner } : null, incident)
  const steps = stepsOf(incident, [...(own ?? []), ...(ofAll ?? [])])
  const events = steps.map((step): TimelineEvent => ({
    key: step.key,
    at: <Moment at={step.at} />,
    ...shown(step, incident),
  }))
  // only where all of them could be read
  if (own?.length === 0 && (scope.kind === 'user' || ofAll?.length === 0))
    events.push({
      key: 'nobody',
      node: <BellIcon />,
      title: scope.kind === 'user' ? 'You weren’t told' : 'Nobody was told',
      detail: (
        <>
          {scope.kind === 'user' ? 'None of your alert rules' : 'No alert rule'}{' '}
          {incident.ended_at === null ? 'covers' : 'covered'} it. <Link to={paths.alerts(scope)}>Alerts</Link>
        </>
      ),
    })
  if (incident.ended_at === null)
    events.push({
      key: 'next',
      kind: 'next',
      title: 'Recovers',
      ...(nextRoundAt ? { at: <NextRound at={nextRoundAt} /> } : {}),
      detail: endingsOf(incident).open,
    })
  return (
    <Panel title="Timeline" aside={zoneName(zone, Date.parse(incident.started_at) || 0)}>
      <EventTimeline label="Timeline" events={events} />
      {children}
    </Panel>
  )
}

function NextRound({ at }: { at: string }) {
  const zone = useZone()
  const now = useNow(ageStepMs)
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) return null
  return (
    <time dateTime={at} title={exactTime(ms, zone)}>
      next round {ms - now < 1000 ? 'due now' : relative(ms, now)}
    </time>
  )
}

const most = 100

/** What was sent about an incident; undefined while it isn't known, or if it can't be read. */
function useAlerts(scope: AnyScope | null, { id }: IncidentDetail): readonly AlertRecord[] | undefined {
  const { data } = useQuery({
    ...alertsOf(scope ?? { kind: 'partner', partner: '' }, { page: 1, per_page: most, incident_id: id }),
    enabled: scope !== null,
    refetchInterval: incidentRefreshMs,
  })
  return data?.rows
}

function shown(step: Step, incident: IncidentDetail): Omit<TimelineEvent, 'key' | 'at'> {
  switch (step.kind) {
    case 'ended':
      return incident.end_reason === 'unwatched'
        ? { node: <NoMark />, title: step.title, detail: step.detail }
        : { kind: 'achieved', title: step.title, detail: step.detail }
    case 'told':
      return {
        node: <BellIcon />,
        title: step.title,
        detail: (
          <ul className={classes.told}>
            {step.alerts.map((alert) => (
              <Told key={alert.id} alert={alert} />
            ))}
          </ul>
        ),
      }
    case 'acknowledged': {
      const { acknowledged_by: by, acknowledged_by_name: name, acknowledged_person: person } = incident
      return { node: <CheckIcon />, title: 'Acknowledged', detail: `By ${personInWords(by, name, person)}` }
    }
    case 'note': {
      const { by, by_name, person, text } = step.note
      return {
        node: <EditIcon />,
        title: person ? personInWords(by, by_name, person) : capital(personInWords(by, by_name)),
        detail: <span className={classes.written}>{text}</span>,
      }
    }
    case 'began':
      return {
        node: <SeverityMark severity={severities[incident.severity] ?? 'error'} />,
        title: step.title,
        detail: step.detail,
      }
    default:
      return { node: <PulseIcon />, title: step.title, detail: step.detail }
  }
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Whom an alert went to, and what became of it. */
function Told({ alert }: { alert: AlertRecord }) {
  const { channel, target, rule_name, state, attempts } = alert
  const why = state === 'sent' ? undefined : whyAlert(alert)
  return (
    <li>
      <span className={classes.recipient}>
        {channel === 'webhook' ? <WebhookIcon /> : channel === 'email' ? <MailIcon /> : <UserIcon />}
        <span className={classes.target}>{target === null ? rule_name : <Breakable text={target} />}</span>
        <span className={classes.outcome} data-state={state}>
          {state === 'sent' ? (
            <>
              <VisuallyHidden>sent</VisuallyHidden>
              <AchievedMark size={14} />
            </>
          ) : (
            <>
              {deliveryState(state).toLowerCase()}
              {attempts > 1 && `, ${plural(attempts, 'attempt')}`}{' '}
              {state === 'failed' && <SeverityMark severity="error" />}
            </>
          )}
        </span>
      </span>
      {why && <span className={classes.why}>{why}</span>}
    </li>
  )
}
