import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { troubleOf, type IncidentRecord } from '../../../../contract/index.ts'
import { faultInWords } from '../../../../words/fault.ts'
import { incidentSentence, incidentTitle, worstInWords } from '../../../../words/incidents.ts'
import type { Scope } from '../../../api/scope.ts'
import { Band } from '../../../kit/feedback/Band.tsx'
import { lasted } from '../../../kit/format/time.ts'
import { paths } from '../../../paths.ts'
import { siteOf } from '../../sites/reads.ts'
import { readerOf } from '../../sites/server-words.ts'
import { endInWords } from '../incident-facts.tsx'
import { useFault } from '../use-fault.ts'
import { VerdictAnnouncement } from '../VerdictBand.tsx'
import { Moment } from './Moment.tsx'
import { slowTitle } from './shown.ts'
import type { ShownMonitor } from './use-shown-monitor.ts'

interface Props {
  scope: Scope
  incident: IncidentRecord
  shown: ShownMonitor
}

/** The cause, whose fault it is, and the one thing to do. */
export function IncidentBand({ scope, incident, shown }: Props) {
  const reader = readerOf(scope)
  const site = useQuery({ ...siteOf(scope, incident.site_id ?? ''), enabled: incident.site_id !== null })
  const found = useFault(scope, incident, site.data)
  const isOver = incident.ended_at !== null
  const sentence = incidentSentence(incident, reader)
  const fault = found && faultInWords(found.fault, reader)
  const { compared, isLastKept } = shown.evidence
  const { place } = shown
  const worst = worstInWords(incident)
  const cause = slowTitle(incident) ?? incidentTitle(incident, reader)
  const told = found
    ? // where no monitor sees it, the evidence is among the details
      `It’s ${fault}.${incident.places.length > 0 ? ` ${found.evidence}` : ''}`
    : undefined
  return (
    <>
      <Band
        tone={
          isOver
            ? incident.end_reason === 'recovered'
              ? 'achieved'
              : 'unjudged'
            : (troubleOf(incident.severity) ?? 'unjudged')
        }
        title={isOver ? <Ended incident={incident} /> : cause}
        detail={
          isOver ? (
            <>
              {cause}.
              {incident.worst && worst !== undefined && (
                <>
                  {' '}
                  Worst {worst} at <Moment at={incident.worst.at} />.
                </>
              )}
              {told && ` ${told}`}
            </>
          ) : (
            told
          )
        }
        actions={
          compared && place ? (
            <Button
              {...(isOver ? { variant: 'default' } : {})}
              component={Link}
              to={paths.compareSamples(scope, compared.ids)}
            >
              {compared.isGood ? 'Compare with the last good sample' : 'Compare with a sample before it'}
            </Button>
          ) : place && isLastKept ? (
            <Button
              {...(isOver ? { variant: 'default' } : {})}
              component={Link}
              to={paths.sample(scope, place.last_sample_id)}
            >
              View the latest {incident.kind === 'slow' ? 'slow sample' : 'failure'}
            </Button>
          ) : undefined
        }
      />
      <VerdictAnnouncement text={isOver ? `${endInWords(incident)}. ${sentence}` : sentence} />
    </>
  )
}

function Ended({ incident }: { incident: IncidentRecord }) {
  const { started_at, ended_at, end_reason } = incident
  if (ended_at === null) return null
  const length = Date.parse(ended_at) - Date.parse(started_at)
  return (
    <>
      {end_reason === 'unwatched' ? 'No longer watched since ' : 'Recovered at '}
      <Moment at={ended_at} />
      {!Number.isNaN(length) && `, after ${lasted(Math.max(0, length))}`}
    </>
  )
}
