import type * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createAlertRule, partnerAlerts } from './alerts.ts'
import { problemsOf } from './messages.ts'

const rule = { name: 'night', channel: 'email' }
/** As a client sends back what it has read. */
const read = {
  ...rule,
  id: '1',
  target: 'a@b.co',
  muted_until: null,
  last_delivery: null,
  created_at: '',
  updated_at: '',
}

test.each<[object, string[], string[]]>([
  [rule, [], []],
  [{ ...read, recipient: 'holder' }, [], []],
  // a rule that is about more than was meant
  [{ ...rule, sites: ['1'] }, ['sites'], ['sites']],
  [{ ...rule, min_severty: 3 }, ['min_severty'], ['min_severty']],
  [{ ...rule, site_ids: ['1'] }, [], ['site_ids']],
  [{ ...read, site_ids: null, monitor_ids: null }, [], []],
  // by one channel as before there could be two, and by either or both
  [{ name: 'night', channels: ['email'] }, [], []],
  [{ ...read, channels: ['email', 'webhook'], by_channel: [] }, [], []],
  [{ name: 'night' }, ['channels'], ['channels']],
  [{ name: 'night', channels: [] }, ['channels'], ['channels']],
  [{ name: 'night', channels: ['fax'] }, ['channels.0'], ['channels.0']],
  [{ ...rule, channels: ['webhook'] }, ['channel'], ['channel']],
])('a rule of %j is refused for %j, and a partner’s for %j', (body, account, partner) => {
  const problems = (schema?: z.ZodMiniType) => {
    const error = schema?.safeParse(body).error
    return error ? Object.keys(problemsOf(error)) : []
  }
  expect(problems(createAlertRule.user.body?.json)).toEqual(account)
  expect(problems(partnerAlerts.create.body?.json)).toEqual(partner)
})
