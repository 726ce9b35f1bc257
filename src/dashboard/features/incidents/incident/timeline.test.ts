import { expect, test } from 'vitest'
import type { AlertRecord, IncidentDetail } from '../../../../contract/index.ts'
import { stepsOf } from './timeline.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 10, minutes)).toISOString()

const incident = (own: Partial<IncidentDetail> = {}): IncidentDetail => ({
  id: 'incident',
  kind: 'down',
  severity: 3,
  host: 'www.fjordbikes.example',
  site_id: null,
  cause: 'HTTP 503',
  started_at: at(0),
  ended_at: null,
  end_reason: null,
  partly: false,
  acknowledged_at: null,
  acknowledged_by: null,
  requests: null,
  places: [],
  opened_at: at(5),
  ...own,
})

const alert = (id: string, minutes: number, own: Partial<AlertRecord> = {}): AlertRecord => ({
  id,
  rule_id: 'rule',
  rule_name: 'What is down',
  channel: 'email',
  target: 'ops@fjordbikes.example',
  incident_id: 'incident',
  account_id: null,
  what: 'opened',
  subject: 'Down',
  state: 'sent',
  reason: null,
  attempts: 1,
  next_at: null,
  last_error: null,
  created_at: at(minutes),
  sent_at: at(minutes),
  digest_id: null,
  ...own,
})

const told = (alerts: readonly AlertRecord[]) =>
  stepsOf(incident(), alerts).flatMap((step) => (step.kind === 'told' ? [`${step.title}: ${step.alerts.length}`] : []))

test('what happened stands in order of time', () => {
  const note = { id: 'note', at: at(7), by: 'holder', by_name: null, text: 'Looking' }
  const over = { ended_at: at(20), end_reason: 'recovered', acknowledged_at: at(9), notes: [note] }
  const alerts = [alert('end', 21, { what: 'closed' }), alert('begin', 5)]
  expect(stepsOf(incident(over), alerts).map(({ kind }) => kind)).toEqual([
    'began',
    'opened',
    'told',
    'note',
    'acknowledged',
    'ended',
    'told',
  ])
})

test.each([
  ['alerts of one moment are one step', [alert('a', 5), alert('b', 5)], ['Told 2 recipients: 2']],
  ['later ones are another', [alert('a', 5), alert('b', 9)], ['Told 1 recipient: 1', 'Told 1 recipient: 1']],
  ['only those that arrived count', [alert('a', 5), alert('b', 5, { state: 'failed' })], ['Told 1 recipient: 2']],
  ['one that failed told nobody', [alert('a', 5, { state: 'failed' })], ['Nobody told: 1']],
  ['one that waits may still arrive', [alert('a', 5, { state: 'waiting' })], ['Nobody told yet: 1']],
  ['of the end', [alert('a', 5, { what: 'closed' })], ['Told 1 recipient of the recovery: 1']],
])('%s', (_, alerts, titles) => expect(told(alerts)).toEqual(titles))
