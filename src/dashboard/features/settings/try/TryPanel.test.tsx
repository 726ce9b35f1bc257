import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { explainSettings, type ReplyOf } from '../../../../contract/index.ts'
import { expectAccessible } from '../../../test/accessible.ts'
import { faults } from '../../../test/faults.ts'
import { serviceWith } from '../../../test/service-with.ts'
import { open } from '../../../test/settings-page.ts'
import { onPhone } from '../../../test/viewport.ts'

const images = page.getByRole('switch', { name: 'Convert images' })
const panel = page.getByRole('region', { name: 'Try an address' })
const address = panel.getByRole('textbox', { name: 'Address' })
const answer = panel.getByRole('status')
const part = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })
const tryIt = () => panel.getByRole('button', { name: 'Try address' }).click()

/** What the edge would do with a page, in the service's words. */
const explained = (sentence: string): ReplyOf<typeof explainSettings> => ({
  url: 'https://www.fjordbikes.example/',
  address: 'own',
  state: 'active',
  handling: 'optimize',
  outcome: 'kept',
  reason: null,
  rule: null,
  status: 200,
  content_type: 'text/html',
  kept_as: '/',
  ignored_parameters: [],
  seconds: 600,
  allowed_seconds: 600,
  governed_by: null,
  stale_while_revalidate: null,
  stale_if_error: null,
  vary: [],
  compression: null,
  uncompressed_because: 'too small',
  session: { cookies: ['session', 'basket*'], sent: null, seconds: 600 },
  actions: [{ action: 'images', acts: true, because: null, exception: null, ruled_by: 'r1', rule_name: 'Photos' }],
  sentence,
})

test('an address is tried with changes before they’re saved', async () => {
  const service = await open()
  service.answer(explainSettings, ({ body }) =>
    Response.json(explained(body.includes('settings') ? 'Not kept any more.' : 'Kept for 10 minutes.')),
  )
  await address.fill('/bikes')
  await userEvent.keyboard('{Enter}')
  await expect.element(answer).toHaveTextContent('Kept for 10 minutes.')
  await expect.poll(() => location.search).toContain('try=%2Fbikes')
  for (const fact of ['As saved', 'session, basket*', 'On, by the rule “Photos”', 'No: the answer is too small'])
    await expect.element(panel.getByText(fact)).toBeVisible()
  await images.click()
  // the answer stays where it is while one looks at another part
  await part('Exceptions and rules').click()
  const outdated = answer.getByText('The settings have changed since this answer.')
  await expect.element(outdated).toBeVisible()
  await tryIt()
  await expect.element(answer).toHaveTextContent('Not kept any more.')
  await expect.element(outdated).not.toBeInTheDocument()
  await expect.element(panel.getByRole('definition').filter({ hasText: 'With your unsaved changes' })).toBeVisible()
  await panel.getByRole('checkbox', { name: 'With your unsaved changes' }).click()
  await expect.element(outdated).toBeVisible()
  await tryIt()
  await expect.element(answer).toHaveTextContent('Kept for 10 minutes.')
  await panel.getByRole('textbox', { name: 'Cookies' }).fill('a=1; session')
  await tryIt()
  await expect.poll(() => service.received(explainSettings)).toHaveLength(4)
  expect(JSON.parse(service.received(explainSettings)[3]?.body ?? '')).toMatchObject({ cookies: ['a=1', 'session'] })
  await expect.poll(() => location.href).not.toContain('session')
})

test('what can’t be tried is said at its field, and a failure below, where it can be repeated', async () => {
  const service = await open()
  for (const [field, problem, words] of [
    ['url', 'must be on the site’s host', 'This must be on the site’s host'],
    ['cookies.1', 'must be the name of a cookie', 'Cookie 2 must be the name of a cookie'],
  ] as const) {
    service.refuse(explainSettings, { status: 422, fields: { [field]: problem } })
    await tryIt()
    await expect.element(panel.getByText(words)).toBeVisible()
    await expect.element(panel.getByRole('alert')).not.toBeInTheDocument()
  }
  for (const [, why, fault] of faults) {
    service.answer(explainSettings, fault)
    await tryIt()
    await expect.element(panel.getByRole('alert')).toHaveTextContent('Couldn’t try the address.')
    await expect.element(panel.getByRole('alert')).toHaveTextContent(why)
  }
  service.reply(explainSettings, explained('Kept.'))
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect.element(answer).toHaveTextContent('Kept.')
})

test('what was tried is answered again after a reload, and fits a phone', async () => {
  await onPhone()
  const tried = '/?utm_source=a-very-long-campaign-name-that-no-line-can-hold-in-one-piece'
  const service = serviceWith().reply(explainSettings, explained('This page is kept for 10 minutes.'))
  await open(`?${new URLSearchParams({ try: tried })}`, service)
  await expect.element(answer).toHaveTextContent('This page is kept for 10 minutes.')
  await expect.element(address).toHaveValue(tried)
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
  await expectAccessible()
})
