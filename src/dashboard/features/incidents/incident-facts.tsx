import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { Link } from 'react-router'
import { severities, type IncidentRecord } from '../../../contract/index.ts'
import { incidentName } from '../../../words/verdict.ts'
import type { Scope } from '../../api/scope.ts'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { readerOf } from '../sites/server-words.ts'
import { lasted } from '../../kit/format/time.ts'
import { ageStepMs, useNow } from '../../kit/reading/use-now.ts'
import { paths } from '../../paths.ts'

/** What is wrong, without its cause: `Partly down`. */
export function kindInWords(
  scope: Pick<Scope, 'kind'>,
  { kind, partly }: Pick<IncidentRecord, 'kind' | 'partly'>,
): string {
  return incidentName({ kind, partly }, readerOf(scope))
}

/** What is wrong with its severity, as a link to the incident. */
export function IncidentLink({ scope, incident }: { scope: Scope; incident: IncidentRecord }) {
  const severity = severities[incident.severity]
  const link = (
    <Link to={paths.incident(scope, incident.id)}>
      {kindInWords(scope, incident)}
      <VisuallyHidden>
        {' '}
        at {incident.host}
        {severity && `, ${severity}`}
      </VisuallyHidden>
    </Link>
  )
  return severity ? (
    <Verdict severity={severity}>
      <span>{link}</span>
    </Verdict>
  ) : (
    link
  )
}

/** What its samples are, as an adjective: nothing has failed where a page is slow. */
export function sampleWord({ kind }: Pick<IncidentRecord, 'kind'>): 'slow' | 'failed' {
  return kind === 'slow' ? 'slow' : 'failed'
}

/** How long an incident lasted, or has lasted so far. */
export function Lasted({ incident: { started_at, ended_at } }: { incident: IncidentRecord }) {
  const now = useNow(ageStepMs)
  const ms = (ended_at === null ? now : Date.parse(ended_at)) - Date.parse(started_at)
  return Number.isNaN(ms) ? null : lasted(Math.max(0, ms))
}

/** That somebody looks into an incident, and who; nothing if nobody said so. */
export function Acknowledged({ incident }: { incident: IncidentRecord }) {
  const { acknowledged_at: at } = incident
  if (at === null) return null
  return (
    <>
      Acknowledged <Time at={at} agoOnly /> by{' '}
      {personInWords(incident.acknowledged_by, incident.acknowledged_by_name, incident.acknowledged_person)}
    </>
  )
}

/** Who acknowledged an incident or wrote about it: a person by their name. */
export function personInWords(
  by: string | null,
  name: string | null | undefined,
  person?: { readonly name: string } | null,
): string {
  if (person) return name ? `${person.name} of ${name}` : person.name
  if (by === 'partner') return name ?? 'the hosting provider'
  return by === 'partner_as_holder' ? `${name ?? 'the hosting provider'}, as the account holder` : 'the account holder'
}

/** How an incident ended, in a word or two. */
export function endInWords({ ended_at, end_reason }: Pick<IncidentRecord, 'ended_at' | 'end_reason'>): string {
  if (ended_at === null) return 'Open'
  return end_reason === 'unwatched' ? 'No longer watched' : 'Ended'
}
