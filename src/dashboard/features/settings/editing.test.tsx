import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { readSettings, updateSettings } from '../../../contract/index.ts'
import { goOffline } from '../../test/offline.ts'
import { siteId } from '../../test/records.ts'
import type { StubService } from '../../test/stub-service.ts'
import { atWidth, onPhone } from '../../test/viewport.ts'
import { open, saved } from '../../test/settings-page.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const images = page.getByRole('switch', { name: 'Convert images' })
const json = page.getByRole('textbox', { name: 'Settings as JSON' })
const exceptions = page.getByRole('list', { name: 'Exceptions' })
const rules = page.getByRole('list', { name: 'Rules' })
const bar = page.getByRole('group', { name: 'Unsaved changes' })
const review = page.getByRole('dialog', { name: 'Review changes' })
const changed = (what: string) => review.getByRole('row').filter({ hasText: what })
const alert = page.getByRole('alert')
const textOf = () => (json.element() as HTMLTextAreaElement).value
const goTo = (part: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }).click()

async function choose(about: string, item: string): Promise<void> {
  await button(`More about ${about}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function save(service: StubService): Promise<unknown> {
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Settings saved').last()).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  return JSON.parse(service.received(updateSettings).at(-1)?.body ?? 'null')
}

test('changes of all parts gather in one bar, which lists them before they are saved together', async () => {
  const service = await open()
  await images.click()
  await expect.element(bar).toHaveTextContent(/1 change not saved.*Convert images on/)
  await goTo('Exceptions and rules')
  await rules.getByRole('switch', { name: 'Sale' }).click()
  await expect.element(bar).toHaveTextContent('2 changes not saved')
  await goTo('Advanced')
  await expect.poll(() => location.pathname).toBe(`/sites/${siteId}/settings/advanced`)
  await expect.element(json).not.toBeInTheDocument()
  await button('Show JSON').click()
  await expect.poll(() => location.search).toBe('?view=json')
  await expect.element(json).toBeVisible()
  await json.fill(textOf().replace('"schemaVersion": 12', '"schemaVersion": 13'))
  await expect.element(bar).toHaveTextContent('3 changes not saved')
  await goTo('Optimization')
  await expect.element(images).toBeChecked()
  await expect.element(page.getByText('changed', { exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Review…' }).click()
  await expect.poll(() => location.search).toContain('dialog=review')
  await expect.element(changed('Convert images')).toHaveTextContent(/off.*on/)
  await expect.element(changed('Rule “Sale”')).toHaveTextContent(/off.*on/)
  await expect.element(changed('schemaVersion')).toHaveTextContent(/12.*13/)
  await review.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(review).not.toBeInTheDocument()
  await expect.element(bar.getByRole('button', { name: 'Review…' })).toHaveFocus()
  // nothing else has changed, whether the dashboard knows it or not
  const documentActions = {
    ...saved.defaultActions.documentActions,
    images: [{ _id: 'images', enabled: true, filters: [] }],
  }
  const [sale, pay] = saved.documentRules
  expect(await save(service)).toEqual({
    ...saved,
    defaultActions: { ...saved.defaultActions, documentActions },
    documentRules: [{ ...sale, enabled: true }, pay],
    schemaVersion: 13,
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('changes are discarded, and come back if that was a mistake', async () => {
  await open()
  await images.click()
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect.element(images).not.toBeChecked()
  await expect.element(bar).not.toBeInTheDocument()
  await button('Undo').click()
  await expect.element(images).toBeChecked()
  await expect.element(bar).toBeVisible()
})

test('what gets the focus isn’t covered by the bar, also on a phone, where the page is one column', async () => {
  await onPhone()
  await open()
  await images.click()
  await page.getByRole('switch', { name: 'Cache', exact: true }).click()
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
  scrollTo(0, 0)
  for (let i = 0; i < 12; i++) {
    await userEvent.tab()
    const focused = document.activeElement
    if (!focused || bar.element().contains(focused)) continue
    const top = bar.element().getBoundingClientRect().top
    const { bottom } = focused.getBoundingClientRect()
    // one below the end of the screen has not been scrolled to
    expect(bottom, focused.outerHTML).toBeLessThanOrEqual(top)
  }
})

test('unsaved changes survive a reload, and leaving asks first', async () => {
  const service = await open()
  await images.click()
  await cleanup()
  await open('', service)
  await expect.element(page.getByText('What you entered before is back.')).toBeVisible()
  await expect.element(images).toBeChecked()
  const leave = page.getByRole('dialog', { name: 'Leave this page?' })
  const tab = (name: string) => page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name })
  await tab('Cache').click()
  await expect.element(leave).toHaveTextContent('changes you haven’t saved')
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(images).toBeChecked()
  await tab('Cache').click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => location.pathname).toBe(`/sites/${siteId}/cache`)
  await tab('Settings').click()
  await expect.element(images).not.toBeChecked()
})

test('the banner of being offline keeps off the bar that saves and discards', async () => {
  await onPhone()
  const service = await open()
  await images.click()
  goOffline(service)
  const offline = page.getByText('You’re offline.')
  await expect.element(offline).toBeInViewport({ ratio: 1 })
  const { bottom } = offline.element().getBoundingClientRect()
  expect(bottom).toBeLessThan(bar.element().getBoundingClientRect().top)
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect.element(images).not.toBeChecked()
})

test('exceptions are sentences, which are added, edited and deleted', async () => {
  const service = await open('/exceptions')
  const first = exceptions.getByRole('listitem').nth(0)
  await expect.element(first).toHaveTextContent('Not if the address contains /checkout')
  await expect.element(first).toHaveTextContent('All actions')
  await expect.element(first).toHaveTextContent('Also set, and kept: type 0, note till May.')
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
    .toHaveTextContent('Not if the address contains /account and the header Accept-Language matches ^de')

  await choose('exception 1', 'Edit…')
  const edit = page.getByRole('dialog', { name: 'Edit exception' })
  await expect.poll(() => location.search).toContain('edit=0')
  await edit.getByRole('textbox', { name: 'Text' }).fill('/pay')
  await edit.getByRole('button', { name: 'Change exception' }).click()
  await expect.element(exceptions).toHaveTextContent('Not if the address contains /pay')
  await choose('exception 1', 'Delete…')
  const sure = page.getByRole('dialog', { name: 'Delete this exception?' })
  await expect.element(sure).toHaveTextContent('All actions: not if the address contains “/pay”.')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect.element(exceptions).not.toHaveTextContent('/pay')
  const condition = { name: 'URI', operator: 'CONTAIN', condition: '/account' }
  expect(await save(service)).toMatchObject({
    revision: 1,
    defaultActions: {
      filters: [],
      documentActions: {
        compression: [
          { level: 5, filters: [{ direction: 0, match: [condition, { header_name: 'Accept-Language' }] }] },
        ],
      },
    },
  })
})

test('rules are sentences in the order in which they are asked, and keep what this dashboard doesn’t know', async () => {
  const service = await open('/exceptions')
  const names = () =>
    rules
      .getByRole('switch')
      .elements()
      .map((one) => one.ariaLabel)
  expect(names()).toEqual(['Photos', 'Sale', 'Pay'])
  await expect
    .element(rules.getByRole('listitem').nth(0))
    .toHaveTextContent('For everything: convert images, special type media.')
  await choose('Pay', 'Move up')
  expect(names()).toEqual(['Photos', 'Pay', 'Sale'])
  await choose('Photos', 'Delete…')
  const sure = page.getByRole('dialog', { name: 'Delete “Photos”?' })
  await expect.element(sure).toHaveTextContent('For everything: convert images, special type media.')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(names).toEqual(['Pay', 'Sale'])
  const [sale, pay] = saved.documentRules
  expect(await save(service)).toEqual({ ...saved, resourceRules: [], documentRules: [pay, sale] })
})

test('the form of a rule with a filter fits a wide window', async () => {
  await atWidth(1440)
  await open('/exceptions')
  await button('Add rule…').click()
  const add = page.getByRole('dialog', { name: 'Add rule' })
  await add.getByRole('button', { name: 'Add filter' }).click()
  await expect.element(add.getByRole('group', { name: 'Filter 1' })).toBeVisible()
  expect(add.getByRole('button', { name: 'Add rule' }).element().closest('form')?.offsetHeight).toBeLessThan(740)
})

test('a rule is added in a form, and edited without losing what the form doesn’t show', async () => {
  const service = await open('/exceptions')
  await button('Add rule…').click()
  await expect.poll(() => location.search).toBe('?edit=rule.new')
  const add = page.getByRole('dialog', { name: 'Add rule' })
  const submit = add.getByRole('button', { name: 'Add rule' })
  await submit.click()
  await expect.element(add.getByText('Enter a name.')).toBeVisible()
  await expect.element(add.getByText('Choose what the rule switches on or off.')).toBeVisible()
  await add.getByRole('textbox', { name: 'Name' }).fill('Shop pages')
  await add.getByRole('button', { name: 'Add filter' }).click()
  const text = add.getByRole('group', { name: 'Filter 1' }).getByRole('textbox', { name: 'Text' })
  await add.getByRole('combobox', { name: 'Cache pages for anonymous visitors' }).selectOptions('On')
  await add.getByText('Options of cache pages').click()
  await add.getByRole('textbox', { name: 'Keep pages for' }).fill('90000')
  await submit.click()
  await expect.element(add.getByText('This must be at most 86,400.')).toBeVisible()
  await expect.element(text).toHaveFocus()
  await text.fill('/shop')
  await add.getByRole('textbox', { name: 'Keep pages for' }).fill('120')
  await submit.click()
  await expect.element(add).not.toBeInTheDocument()
  await expect
    .element(rules.getByRole('listitem').last())
    .toHaveTextContent('Where the address contains “/shop”: cache pages for anonymous visitors (max age 2 minutes).')

  await choose('Photos', 'Edit…')
  const photos = page.getByRole('dialog', { name: 'Edit rule' })
  await expect.element(photos).toHaveTextContent('Also set, and kept: special type media.')
  await photos.getByRole('button', { name: 'Cancel' }).click()

  await choose('Sale', 'Edit…')
  await expect.poll(() => location.search).toBe('?edit=rule.2')
  const edit = page.getByRole('dialog', { name: 'Edit rule' })
  await expect.element(edit.getByLabelText('Last day')).toHaveValue('2026-10-31')
  await edit.getByLabelText('Last day').fill('2026-12-24')
  await edit.getByRole('combobox', { name: 'Compress' }).selectOptions('Off')
  await edit.getByRole('button', { name: 'Change rule' }).click()
  await bar.getByRole('button', { name: 'Review…' }).click()
  await expect.element(changed('Rule “Shop pages”')).toBeVisible()
  await expect.element(changed('Rule “Sale”')).toHaveTextContent(/compress off/)
  await review.getByRole('button', { name: 'Keep editing' }).click()
  const [sale, pay] = saved.documentRules
  expect(await save(service)).toEqual({
    ...saved,
    documentRules: [
      { ...sale, actions: { ...sale?.actions, compression: false }, until: '2026-12-24' },
      pay,
      {
        _id: 'shop-pages',
        name: 'Shop pages',
        enabled: true,
        filters: [{ direction: 1, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/shop' }] }],
        actions: { htmlCache: { maxAge: 120 } },
      },
    ],
  })
})

test('what only the service can refuse of a rule is shown at it', async () => {
  const service = await open('/exceptions')
  service.refuse(updateSettings, {
    status: 422,
    fields: { 'documentRules.0.filters.0.match.0.condition': 'isn’t a regular expression' },
  })
  await rules.getByRole('switch', { name: 'Pay' }).click()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.element(alert).toHaveTextContent('Couldn’t save the settings: an exception or rule isn’t valid.')
  await expect.element(rules.getByRole('listitem').nth(1)).toHaveTextContent('The pattern isn’t a regular expression.')
})

test('a pattern is checked in the dialog as the service checks it', async () => {
  await open('/exceptions')
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
  await expect.element(exceptions).toHaveTextContent('Not if the address matches ^/shop')
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
  await bar.getByRole('button', { name: 'Review…' }).click()
  await expect.element(changed('anonymous visitors: time')).toHaveTextContent(/10 minutes.*1 hour/)
  await review.getByRole('button', { name: 'Save' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  expect(JSON.parse(service.received(updateSettings).at(-1)?.body ?? 'null')).toMatchObject({
    defaultActions: { resourceActions: { htmlCache: [{ maxAge: 3600 }] } },
  })
})

test('what the dashboard doesn’t know is shown as the service has it, and a change of a switch keeps it', async () => {
  const service = await open()
  await expect.element(page.getByRole('listitem').filter({ hasText: /^Compress/ })).toHaveTextContent('kept: level 5.')
  await page.getByRole('link', { name: '6 settings' }).click()
  const unknown = page.getByRole('table', { name: 'Not known to this dashboard' })
  for (const row of [
    'defaultActions.filters[0].match[0].note"till May"',
    'defaultActions.filters[0].match[0].type"0"',
    'defaultActions.documentActions.compression[0].level5',
    'defaultActions.documentActions.inlineCss[{"_id":"inline","enabled":true,"filters":[],"special_type":"critical"}]',
    'defaultActions.special_type"shop"',
    'resourceRules[0].special_type"media"',
  ])
    await expect.element(unknown).toHaveTextContent(row)
  await expect.element(unknown).not.toHaveTextContent('schemaVersion')
  await goTo('Optimization')
  await images.click()
  const { documentActions } = saved.defaultActions
  const [first] = documentActions.images
  expect(await save(service)).toEqual({
    ...saved,
    defaultActions: {
      ...saved.defaultActions,
      documentActions: { ...documentActions, images: [{ ...first, enabled: true }] },
    },
  })
})

test('invalid JSON says where it’s wrong, and the forms keep what was valid', async () => {
  await open()
  await images.click()
  await goTo('Advanced')
  await button('Show JSON').click()
  await expect.element(json).toHaveValue(expect.stringMatching(/"_id": "images",\s+"enabled": true/))
  const text = textOf()
  const line = text.slice(0, text.indexOf('"schemaVersion"')).split('\n').length
  await json.fill(text.replace('"schemaVersion": 12', '"schemaVersion": oops'))
  await expect.element(page.getByText(`Line ${line}, column`)).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Save' })).toBeDisabled()
  await goTo('Optimization')
  await expect.element(page.getByText('This shows the last valid settings.')).toBeVisible()
  await expect.element(page.getByText(`Line ${line}, column`)).toBeVisible()
  await expect.element(images).toBeChecked()
  await expect.element(images).toBeDisabled()
  await page.getByRole('link', { name: 'Correct the JSON' }).click()
  await json.fill(text.replace('"direction": 0', '"direction": 3'))
  const problems = page.getByRole('list', { name: 'Problems' })
  await expect.element(problems).toHaveTextContent('defaultActions.filters.0.direction must be 0 or 1')
  await json.fill('[]')
  await expect.element(page.getByText('The settings must be an object, in { }.')).toBeVisible()
  await json.fill(text)
  await expect.element(bar).toHaveTextContent('1 change not saved')
  await goTo('Optimization')
  await expect.element(images).toBeEnabled()
})

test('what only the service can refuse is shown at its exception', async () => {
  const service = await open('/exceptions')
  const problem = 'isn’t a regular expression in the syntax of RE2 (invalid or unsupported Perl syntax: `(?=`)'
  service.refuse(updateSettings, { status: 422, fields: { 'defaultActions.filters.0.match.0.condition': problem } })
  await rules.getByRole('switch', { name: 'Sale' }).click()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(alert)
    .toHaveTextContent(
      'Couldn’t save the settings: an exception or rule isn’t valid. See its row under Exceptions and rules.',
    )
  await expect.element(exceptions.getByRole('listitem').nth(0)).toHaveTextContent(problem)
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect.element(alert).not.toHaveTextContent('Couldn’t save')
})

test('a change by someone else is noticed, shown, and not overwritten unseen', async () => {
  const service = await open()
  await images.click()
  service.answer(updateSettings, () => Response.json({ error: 'They have changed. Read them.' }, { status: 409 }))
  service.reply(readSettings, { ...saved, schemaVersion: 99, revision: 7 })
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(alert)
    .toHaveTextContent(/they have changed since you started\. Compare yours with them first\.(?!.*Read them)/)
  await expect.element(alert).toBeInViewport({ ratio: 1 })
  await button('Compare with the new settings').click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(changed('schemaVersion')).toHaveTextContent(/99.*12/)
  await expect.element(changed('Convert images')).toHaveTextContent(/off.*on/)
  service.answer(updateSettings, ({ body }) => Response.json({ ...(JSON.parse(body) as typeof saved), revision: 8 }))
  await review.getByRole('button', { name: 'Save' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  expect(JSON.parse(service.received(updateSettings).at(-1)?.body ?? 'null')).toMatchObject({
    revision: 7,
    schemaVersion: 12,
  })
})

test('each action is in a group, and says what it does and when it last acted', async () => {
  await open()
  const action = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect.element(page.getByRole('region', { name: 'Delivery' })).toHaveTextContent('1 of 4 on')
  await expect.element(action('Cache')).toHaveTextContent(/used .* ago/)
  await expect.element(action('Cache pages for anonymous visitors')).toHaveTextContent('not used yet')
  // it's off
  await expect.element(action('Convert images')).not.toHaveTextContent('used')
  // a control is called what people see, and described by the rest
  const cache = page.getByRole('switch', { name: 'Cache', exact: true })
  await expect.element(cache).toHaveAccessibleDescription(/^Keeps pages/)
  await action('Early hints').getByText('Early hints', { exact: true }).click()
  await expect.element(page.getByRole('switch', { name: 'Early hints' })).toBeChecked()
  await action('Early hints').getByText('More').click()
  await expect.element(action('Early hints').getByText('103 Early Hints')).toBeVisible()
})

test.each([
  ['?edit=0&try=%2F', '/exceptions', 'Edit exception'],
  ['?edit=new', '/exceptions', 'Add exception'],
  ['?view=json', '/advanced', null],
])('an address from when the settings were one page, %s, leads to %s', async (search, part, dialog) => {
  await open(search)
  await expect.poll(() => location.pathname).toBe(`/sites/${siteId}/settings${part}`)
  if (dialog) await expect.element(page.getByRole('dialog', { name: dialog })).toBeVisible()
  else await expect.element(json).toBeVisible()
})
