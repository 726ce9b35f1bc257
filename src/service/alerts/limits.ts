import { bytes, characters, count, limits, time } from '../../shared/limit.ts'

export const deliveryLimits = limits({
  messages: count(10, 'Messages of a rule in 10 minutes; what comes beyond that is collected into a digest'),
  window: time(10 * 60_000, 'How long it is collected at most'),
  listed: count(100, 'Incidents listed in a digest; the others are only counted'),
  changes: count(200, 'Changes of incidents turned into alerts in one transaction'),
  pending: count(5000, 'Waiting alerts of a rule that are looked at together'),
  atOnce: count(16, 'Rules whose alerts are sent at a time'),
  failing: count(
    3,
    'Attempts of a rule in a row that fail before its channel counts as failing, and its owner is told',
  ),
  webhook: time(10_000, 'For the receiver of a webhook to answer'),
  answer: bytes(256 * 1024, 'What is read of its answer'),
  error: characters(300, 'Why an attempt failed, in the log of alerts; the rest is cut'),
})
