import { expect, test } from 'vitest'
import {
  createAlertRule,
  listAlertRules,
  listAlerts,
  muteAlertRule,
  partnerAlerts,
  readAlertRule,
  roles,
  testAlertRule,
} from '../../contract/index.ts'
import { browserOf, peopleWorld } from '../test/people-world.ts'
import { insertMember } from '../test/people.ts'

const url = 'https://hooks.example/T0/secret-of-the-hook'

test.each(roles)('the address of a webhook is shown to a manager and an owner: a %s', async (role) => {
  const { db, service, partner, account, ask } = await peopleWorld()
  const body = { name: 'On call', channels: ['email', 'webhook'] as const, url }
  const { id } = await ask(createAlertRule.user, { body: { ...body, channels: [...body.channels] } }, account.key)
  const ofPartner = { partner_id: partner.id }
  const partners = await ask(
    partnerAlerts.create,
    { path: ofPartner, body: { name: 'All', channel: 'webhook', url } },
    partner.key,
  )
  await ask(testAlertRule.user, { path: { rule_id: id } }, account.key)
  const theirs = browserOf(service, account.id)
  await theirs.signIn((await insertMember(db, { account_id: account.id }, role)).email)
  const colleague = browserOf(service, account.id)
  await colleague.signIn((await insertMember(db, ofPartner, role)).email)
  const ids = { ...ofPartner, account_id: account.id, rule_id: id, partner_rule_id: partners.id }
  const mute = { path: ids, body: { until: null } }
  const answers = [
    await theirs.ask(listAlertRules.user),
    await theirs.ask(readAlertRule.user, { path: ids }),
    await theirs.ask(listAlerts.user),
    await colleague.ask(listAlertRules.user),
    await colleague.ask(readAlertRule.partner, { path: ids }),
    await colleague.ask(listAlerts.partner, { path: ids }),
    await colleague.ask(partnerAlerts.list, { path: ids }),
    await colleague.ask(partnerAlerts.read, { path: ids }),
    ...(role === 'viewer'
      ? []
      : [await theirs.ask(muteAlertRule.user, mute), await colleague.ask(partnerAlerts.mute, mute)]),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const mayRead = role === 'owner' || role === 'manager'
  expect(answers.map(({ text }) => text.includes('secret-of-the-hook'))).toEqual(answers.map(() => mayRead))
})
