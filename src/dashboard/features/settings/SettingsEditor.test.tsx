import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  explainSettings,
  listProfiles,
  listTods,
  readActivity,
  readAdn,
  readSettings,
  type ReplyOf,
  updateSettings,
} from '../../../contract/index.ts'
import { faults } from '../../test/faults.ts'
import { siteId } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import type { StubService } from '../../test/stub-service.ts'
import { onPhone } from '../../test/viewport.ts'

const saved = {
  defaultActions: {
    filters: [{ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/checkout' }] }],
    resourceActions: {
      cache: [{ _id: 'cache', enabled: true, filters: [] }],
      htmlCache: [{ _id: 'pages', enabled: true, filters: [], maxAge: 600 }],
    },
    documentActions: {
      compression: [{ _id: 'compress', enabled: true, filters: [] }],
      images: [{ _id: 'images', enabled: false, filters: [] }],
    },
  },
  resourceRules: [],
  documentRules: [],
  schemaVersion: 12,
  revision: 1,
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const images = page.getByRole('switch', { name: 'Convert images' })
const json = page.getByRole('textbox', { name: 'Settings as JSON' })
const exceptions = page.getByRole('table', { name: 'Exceptions' })
const changes = page.getByRole('table', { name: 'Changes' })
const changed = (what: string) => changes.getByRole('row').filter({ hasText: what })
const alert = page.getByRole('alert')
const textOf = () => (json.element() as HTMLTextAreaElement).value

/** The settings page of a site whose service keeps what is saved. */
async function open(): Promise<StubService> {
  const service = serviceWith()
    .reply(readSettings, saved)
    .reply(listProfiles, { document: [], success: true })
    .reply(listTods, { document: [], success: true })
    .reply(readAdn, { document: { site_id: siteId, service_cname: null, nodes: [] }, success: true })
    .reply(readActivity, {
      actions: [
        { action: 'cache', last_acted_at: '2026-11-21T09:30:00Z' },
        { action: 'htmlCache', last_acted_at: null },
      ],
    })
  service.answer(updateSettings, ({ body }) => {
    const settings = { ...(JSON.parse(body) as typeof saved), revision: 2 }
    service.reply(readSettings, settings)
    return Response.json(settings)
  })
  await renderPage(`/sites/${siteId}/settings`, service, 'user')
  await expect.element(page.getByRole('list', { name: 'Actions' })).toBeVisible()
  return service
}

async function save(service: StubService): Promise<unknown> {
  await button('Save settings').click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  return JSON.parse(service.received(updateSettings).at(-1)?.body ?? 'null')
}

test('exceptions are added, edited and removed', async () => {
  const service = await open()
  // a control is called what people see, and described by the rest
  const cache = page.getByRole('switch', { name: 'Cache', exact: true })
  await expect.element(cache).toHaveAccessibleDescription(/^Keeps pages/)
  await expect
    .element(exceptions.getByRole('row').filter({ hasText: 'Not if the address contains “/checkout”' }))
    .toHaveTextContent('All actions')
  await button('Add exception…').click()
  const dialog = page.getByRole('dialog', { name: 'Add exception' })
  const add = dialog.getByRole('button', { name: 'Add exception' })
  await add.click()
  await expect.element(dialog.getByText('This must not be empty.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('/account')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  const second = dialog.getByRole('group', { name: 'Condition 2' })
  await second.getByRole('combobox', { name: 'Look at' }).selectOptions('Request header')
  await second.getByRole('textbox', { name: 'Header' }).fill('Accept-Language')
  await second.getByRole('combobox', { name: 'Test' }).selectOptions('matches')
  await second.getByRole('textbox', { name: 'Regular expression' }).fill('^de')
  await dialog.getByRole('combobox', { name: 'Applies to' }).selectOptions('Compress')
  await add.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(exceptions)
    .toHaveTextContent('Not if the address contains “/account” and the header Accept-Language matches “^de”')

  await button('Edit exception 1…').click()
  const edit = page.getByRole('dialog', { name: 'Edit exception' })
  await expect.poll(() => location.search).toContain('edit=0')
  await edit.getByRole('textbox', { name: 'Text' }).fill('/pay')
  await edit.getByRole('button', { name: 'Change exception' }).click()
  await expect.element(exceptions).toHaveTextContent('Not if the address contains “/pay”')
  await expect.element(changed('Exception for all actions')).toHaveLength(2)
  await button('Remove exception 1').click()
  await expect.element(exceptions).not.toHaveTextContent('/pay')
  const condition = { name: 'URI', operator: 'CONTAIN', condition: '/account' }
  expect(await save(service)).toMatchObject({
    revision: 1,
    defaultActions: {
      filters: [],
      documentActions: {
        compression: [{ filters: [{ direction: 0, match: [condition, { header_name: 'Accept-Language' }] }] }],
      },
    },
  })
})

test('a pattern is checked in the dialog as the service checks it', async () => {
  await open()
  await button('Add exception…').click()
  const dialog = page.getByRole('dialog', { name: 'Add exception' })
  await dialog.getByRole('combobox', { name: 'Test' }).selectOptions('matches')
  const pattern = dialog.getByRole('textbox', { name: 'Regular expression' })
  await pattern.fill('([')
  await dialog.getByRole('button', { name: 'Add exception' }).click()
  const problem = 'This isn’t a regular expression in the syntax of RE2 (missing closing ]: `[`).'
  await expect.element(dialog.getByText(problem)).toBeVisible()
  await expect.element(pattern).toHaveFocus()
  await pattern.fill('^/shop')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(exceptions).toHaveTextContent('Not if the address matches “^/shop”')
})

test('options have their own dialog', async () => {
  const service = await open()
  await button('Options of Cache pages for anonymous visitors…').click()
  const dialog = page.getByRole('dialog', { name: 'Cache pages for anonymous visitors' })
  const field = dialog.getByRole('textbox', { name: 'Keep pages for' })
  const change = dialog.getByRole('button', { name: 'Change options' })
  for (const [typed, problem] of [
    ['a while', 'This must be a number.'],
    ['90000', 'This must be at most 86,400.'],
  ] as const) {
    await field.fill(typed)
    await change.click()
    await expect.element(dialog.getByText(problem)).toBeVisible()
  }
  await field.fill('3600')
  await change.click()
  await expect.element(changed('anonymous visitors: time')).toHaveTextContent(/10 minutes.*1 hour/)
  expect(await save(service)).toMatchObject({ defaultActions: { resourceActions: { htmlCache: [{ maxAge: 3600 }] } } })
})

test('form and JSON show the same draft, each as soon as the other changes', async () => {
  await open()
  await images.click()
  await expect.element(json).toHaveValue(expect.stringMatching(/"_id": "images",\s+"enabled": true/))
  const text = textOf()
  await json.fill(text.replace('"schemaVersion": 12', '"schemaVersion": 13'))
  await expect.element(changed('schemaVersion')).toHaveTextContent(/12.*13/)
  await json.fill(text.replace(/("_id": "images",\s+"enabled": )true/, '$1false'))
  await expect.element(images).not.toBeChecked()
  await expect.element(changes).not.toBeInTheDocument()
})

test('invalid JSON says where it’s wrong, and the form keeps what was valid', async () => {
  await open()
  await images.click()
  const text = textOf()
  const line = text.slice(0, text.indexOf('"schemaVersion"')).split('\n').length
  await json.fill(text.replace('"schemaVersion": 12', '"schemaVersion": oops'))
  await expect.element(page.getByText(`Line ${line}, column`).first()).toBeInTheDocument()
  await expect.element(button('Save settings')).toBeDisabled()
  await expect.element(page.getByText('The form shows the last valid settings.')).toBeVisible()
  await expect.element(images).toBeChecked()
  await expect.element(images).toBeDisabled()
  await json.fill(text.replace('"direction": 0', '"direction": 3'))
  const problems = page.getByRole('list', { name: 'Problems' })
  await expect.element(problems).toHaveTextContent('defaultActions.filters.0.direction must be 0 or 1')
  await json.fill('[]')
  await expect.element(page.getByText('The settings must be an object, in { }.').first()).toBeInTheDocument()
  await expect.element(changes).not.toBeInTheDocument()
  await json.fill(text)
  await expect.element(images).toBeEnabled()
  await button('Discard changes').click()
  await expect.element(images).not.toBeChecked()
  await expect.element(changes).not.toBeInTheDocument()
})

test('a phone shows form or JSON, and what is wrong beside either', async () => {
  await onPhone()
  await open()
  const show = (name: string) =>
    page.getByRole('radiogroup', { name: 'Edit settings as' }).getByRole('radio', { name }).click()
  const wrong = () =>
    page
      .getByText('Line 1, column 2')
      .elements()
      .filter((one) => one.checkVisibility())
  await expect.element(json).not.toBeInTheDocument()
  await show('JSON')
  await expect.poll(() => location.search).toContain('view=json')
  await json.fill('{')
  await expect.poll(wrong).toHaveLength(1)
  await show('Form')
  await expect.element(page.getByText('The form shows the last valid settings.')).toBeVisible()
  await expect.poll(wrong).toHaveLength(1)
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
})

test('what only the service can refuse is shown at its exception', async () => {
  const service = await open()
  const problem = 'isn’t a regular expression in the syntax of RE2 (invalid or unsupported Perl syntax: `(?=`)'
  service.refuse(updateSettings, { status: 422, fields: { 'defaultActions.filters.0.match.0.condition': problem } })
  await images.click()
  await button('Save settings').click()
  await expect
    .element(alert)
    .toHaveTextContent('Couldn’t save the settings: an exception isn’t valid. See its row above.')
  await expect.element(exceptions.getByRole('row').nth(1)).toHaveTextContent(problem)
  await button('Discard changes').click()
  await expect.element(alert).not.toBeInTheDocument()
})

test('a change by someone else is noticed, shown, and not overwritten unseen', async () => {
  const service = await open()
  await images.click()
  service.answer(updateSettings, () => Response.json({ error: 'They have changed. Read them.' }, { status: 409 }))
  service.reply(readSettings, { ...saved, schemaVersion: 99, revision: 7 })
  await button('Save settings').click()
  await expect
    .element(alert)
    .toHaveTextContent(/they have changed since you started\. Compare yours with them first\.(?!.*Read them)/)
  await expect.element(alert).toBeInViewport({ ratio: 1 })
  await button('Compare with the new settings').click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(changed('schemaVersion')).toHaveTextContent(/99.*12/)
  await expect.element(changed('Convert images')).toHaveTextContent(/off.*on/)
  service.answer(updateSettings, ({ body }) => Response.json({ ...(JSON.parse(body) as typeof saved), revision: 8 }))
  expect(await save(service)).toMatchObject({ revision: 7, schemaVersion: 12 })
})

test('each action says when it last acted, above what its options say', async () => {
  await open()
  const action = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect.element(action('Cache')).toHaveTextContent(/Last used 21 Nov 2026, \d\d:\d\d/)
  const pages = action('Cache pages for anonymous visitors')
  const left = (words: string) => pages.getByText(words).element().getBoundingClientRect().x
  await expect.element(pages).toHaveTextContent('Not used yet')
  expect(left('For 10 minutes')).toBe(left('Not used yet'))
})

const panel = page.getByRole('region', { name: 'Try an address' })
const address = panel.getByRole('textbox', { name: 'Address' })
const answer = panel.getByRole('status')
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
