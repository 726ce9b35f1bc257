import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listUserSites, readPartner, readUserEmail } from '../../../contract/index.ts'
import { session } from '../../api/session.ts'
import { faults } from '../../test/faults.ts'
import { accountId, partnerId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { type Answer, StubService } from '../../test/stub-service.ts'
import { atWidth } from '../../test/viewport.ts'

const id = page.getByRole('textbox', { name: 'Partner or account ID' })
const key = page.getByLabelText('API key')
const alert = page.getByRole('alert')
const signIn = page.getByRole('button', { name: 'Sign in' })

const open = (service = new StubService()) => renderPage('/sign-in', service, null)

async function enter(itsId: string): Promise<void> {
  await id.fill(itsId)
  await key.fill('some-key')
  await signIn.click()
}

test('a missing value is reported at its field', async () => {
  await open()
  await signIn.click()
  await expect.element(page.getByText('Enter your ID.')).toBeVisible()
  await expect.element(page.getByText('Enter your key.')).toBeVisible()
  await expect.element(key).toHaveAttribute('aria-invalid', 'true')
  await id.fill('p')
  await signIn.click()
  await expect.element(page.getByText('Enter your ID.')).not.toBeInTheDocument()
  await expect.element(page.getByText('Enter your key.')).toBeVisible()
  await expect.element(key).toHaveFocus()
  await expect.element(id).toHaveValue('p')
})

test('the key is masked until it is shown', async () => {
  await open()
  await key.fill('a-secret-key')
  await expect.element(key).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect.element(key).toHaveAttribute('type', 'text')
})

test('on a new device, an account is asked for before a partner', async () => {
  const service = new StubService().refuse(listUserSites, { status: 503 }).refuse(readPartner, { status: 403 })
  await open(service)
  await enter('an-account')
  await expect.element(alert).toBeVisible()
  expect(service.received(listUserSites)).toHaveLength(1)
  expect(service.received(readPartner)).toEqual([])
})

test('an email address in place of the ID is told apart', async () => {
  await open()
  await enter('anna@polar.example')
  await expect.element(id).toHaveAccessibleDescription(/Enter your ID, not an email address\./)
  await expect.element(id).toHaveFocus()
})

/** Pastes a text into what has the focus. */
function paste(text: string): void {
  const data = new DataTransfer()
  data.setData('text', text)
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  )
}

test.each([
  ['pasted into the ID', id, paste],
  ['pasted into the key', key, paste],
  ['put into the ID at once', id, (text: string) => id.fill(text)],
  ['put into the key at once', key, (text: string) => key.fill(text)],
] as const)('an ID and a key %s are told apart', async (_, field, put) => {
  await open()
  await field.click()
  await put('sign-in: partner the-id the-key')
  await expect.element(id).toHaveValue('the-id')
  await expect.element(key).toHaveValue('the-key')
})

test('a space that is typed moves nothing', async () => {
  await open()
  await id.click()
  await userEvent.keyboard('my id')
  await expect.element(id).toHaveValue('my id')
  await expect.element(key).toHaveValue('')
})

test.each([
  [403, 401],
  [403, 403],
  [404, 401],
])('an ID and a key that are nobody’s (%i, %i) are reported once', async (asPartner, asHolder) => {
  await open(new StubService().refuse(readPartner, { status: asPartner }).refuse(listUserSites, { status: asHolder }))
  await enter(partnerId)
  await expect.element(alert).toHaveTextContent(/^That ID and key don’t match\. Check both for typos/)
  await expect.element(id).toHaveValue(partnerId)
})

function saidOf(fault: string): RegExp {
  if (fault === 'answered 503') return /The service cannot answer now\. Try again in a moment\./
  return fault === 'not answered in time' ? /Can’t reach the service/ : /doesn’t provide this API/
}

const tooMany: Answer = () =>
  Response.json({ error: 'Too many requests.' }, { status: 429, headers: { 'Retry-After': '3' } })

test.each([
  ...faults.map(([what, , answer]) => [what, saidOf(what), answer] as const),
  ['one too many', /Too many attempts\. Try again in \d+ seconds?\./, tooMany] as const,
])('a sign-in that is %s says why and keeps what was typed', async (_, words, answer) => {
  await open(new StubService().answer(readPartner, answer))
  await enter(partnerId)
  await expect.element(alert).toHaveTextContent(words)
  await expect.element(id).toHaveValue(partnerId)
  await expect.element(key).toHaveValue('some-key')
})

test('a sign-in that failed in the service names the request', async () => {
  await open(new StubService().refuse(readPartner, { status: 500, headers: { 'X-Request-Id': 'r-500' } }))
  await enter(partnerId)
  await expect.element(alert).toHaveTextContent('Request ID: r-500.')
})

test('it says what the product is, with an example where there is room', async () => {
  await open()
  await expect.element(page.getByText('See what’s slow, since when, and whose fault it is.')).toBeVisible()
  const example = page.getByRole('img', { name: /^Example: / })
  await atWidth(1280)
  await expect.element(example).toBeVisible()
  await atWidth(390)
  await expect.element(example).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test.each([
  [401, 'Your key is no longer valid.'],
  [403, 'You no longer have access with this key.'],
])('whose key is refused with %i is told why, and needs to enter the key alone', async (status, words) => {
  const service = serviceWith().refuse(readUserEmail, { status })
  const { router } = await renderPage('/account', service, 'user')
  await expect.poll(() => session.refusal()).not.toBeNull()
  await router.navigate('/sign-in')
  await expect.element(alert).toHaveTextContent(words)
  await expect.element(id).toHaveValue(accountId)
})

/** A service whose dashboard may call another one, which doesn't answer. */
function withChoice(): StubService {
  const service = new StubService().reply(readPartner, {
    id: partnerId,
    name: 'Nord Host',
    email: 'nord@host.example',
    reseller: false,
    addon: false,
  })
  const { fetch } = service
  const config = { base_url: '/api', api_origins: ['https://other.example'] }
  vi.spyOn(service, 'fetch').mockImplementation(async (input, init) => {
    const { origin, pathname } = new URL(new Request(input, init).url)
    if (pathname === '/config.json') return Response.json(config)
    if (origin === 'https://other.example') throw new TypeError('Failed to fetch')
    return pathname.startsWith('/api/') ? fetch(input, init) : new Response('ok')
  })
  return service
}

test('of several services, one that doesn’t answer or is no API is reported as such, and none other can be entered', async () => {
  // else the sign-in would load the page anew
  vi.spyOn(session, 'isKept').mockReturnValue(false)
  await open(withChoice())
  await page.getByText('Advanced').click()
  // it stays open for another try
  const baseUrl = page.getByRole('textbox', { name: 'Base URL' })
  for (const [typed, words] of [
    ['https://evil.example/api', 'Enter a path, such as /api, or an address on https://other.example.'],
    ['https://other.example', 'Can’t reach the service'],
    ['/healthz', 'doesn’t provide this API'],
  ] as const) {
    await baseUrl.fill(typed)
    await enter(partnerId)
    await expect.element(page.getByText(words)).toBeVisible()
  }
  await baseUrl.fill('/api')
  await signIn.click()
  await expect.poll(() => session.current()).toMatchObject({ role: 'partner', id: partnerId, baseUrl: '/api' })
})

test('without another service to choose, there is no choice', async () => {
  await open()
  await expect.element(id).toBeVisible()
  await expect.element(page.getByText('Advanced')).not.toBeInTheDocument()
})
