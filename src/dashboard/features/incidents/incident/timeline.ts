import type { AlertRecord, IncidentDetail, IncidentNote } from '../../../../contract/index.ts'
import { locationsInWords } from '../../../../words/incidents.ts'
import { plural } from '../../../kit/format/format.ts'
import { endInDetail, endingsOf } from './endings.ts'

/** Something that happened in the course of an incident. */
export type Step = { readonly key: string; readonly at: string } & (
  | { readonly kind: 'began' | 'opened' | 'reopened' | 'ended'; readonly title: string; readonly detail?: string }
  | { readonly kind: 'told'; readonly title: string; readonly alerts: readonly AlertRecord[] }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'note'; readonly note: IncidentNote }
)

/** In what order things stand that have the same time. */
const ranks: Readonly<Record<Step['kind'], number>> = {
  began: 0,
  opened: 1,
  ended: 2,
  reopened: 3,
  told: 4,
  acknowledged: 5,
  note: 6,
}

/** What happened in the course of an incident, in order of time. */
export function stepsOf(incident: IncidentDetail, alerts: readonly AlertRecord[]): readonly Step[] {
  const { started_at, ended_at, end_reason, opened_at, reopened_at, acknowledged_at, notes = [] } = incident
  const where = locationsInWords(incident)
  const steps: readonly Step[] = [
    {
      key: 'began',
      kind: 'began',
      at: started_at,
      title: endingsOf(incident).begun,
      ...(where ? { detail: where } : {}),
    },
    ...(opened_at && opened_at !== started_at
      ? [{ key: 'opened', kind: 'opened' as const, at: opened_at, title: 'Incident opened' }]
      : []),
    ...(reopened_at ? [{ key: 'reopened', kind: 'reopened' as const, at: reopened_at, title: 'Began again' }] : []),
    ...toldSteps(alerts),
    ...(acknowledged_at === null ? [] : [{ key: 'acknowledged', kind: 'acknowledged' as const, at: acknowledged_at }]),
    ...notes.map((note) => ({ key: note.id, kind: 'note' as const, at: note.at, note })),
    ...(ended_at === null
      ? []
      : [
          {
            key: 'ended',
            kind: 'ended' as const,
            at: ended_at,
            title: end_reason === 'unwatched' ? 'No longer watched' : 'Recovered',
            detail: endInDetail(incident),
          },
        ]),
  ]
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || ranks[a.kind] - ranks[b.kind])
}

/** Alerts of one kind that were made within this time were made together, ms. */
const togetherMs = 60_000

const about: Readonly<Record<string, string>> = { closed: ' of the recovery', reopened: ' that it began again' }

/** Who was told of what, together where it was at once. */
function toldSteps(alerts: readonly AlertRecord[]): Step[] {
  const groups: AlertRecord[][] = []
  const sorted = alerts.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
  for (const alert of sorted) {
    const group = groups.findLast(([first]) => first?.what === alert.what)
    const isNear = group?.[0] && Date.parse(alert.created_at) - Date.parse(group[0].created_at) <= togetherMs
    if (group && isNear) group.push(alert)
    else groups.push([alert])
  }
  return groups.flatMap((group) => {
    const [first] = group
    if (!first) return []
    const sent = group.filter(({ state }) => state === 'sent').length
    const isWaiting = group.some(({ state }) => state === 'waiting' || state === 'sending')
    const who = sent > 0 ? `Told ${plural(sent, 'recipient')}` : isWaiting ? 'Nobody told yet' : 'Nobody told'
    return [
      {
        key: first.id,
        kind: 'told' as const,
        at: first.created_at,
        title: `${who}${about[first.what] ?? ''}`,
        alerts: group,
      },
    ]
  })
}
