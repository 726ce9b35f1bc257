import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect as whole, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { type FlowMock, startFlowMock } from './flow-mock.ts'
import { tables } from './layout.ts'
import type { Mock } from './mock/mock.ts'
import { withSharedWorld } from './shared-world.ts'

export { type FlowMock, flowSize, flowStart, siteIn, startFlowMock } from './flow-mock.ts'

/** Playwright's own `toBeVisible` describes the whole page each time that the element isn't there yet. */
export const expect = whole.extend({
  async toBeVisible(locator: Locator, options: { readonly timeout?: number } = {}) {
    const state = this.isNot ? 'hidden' : 'visible'
    const problem = await locator.waitFor({ state, timeout: this.timeout, ...options }).then(() => null, String)
    return { pass: (problem === null) !== this.isNot, message: () => problem ?? '' }
  },
})

export type Role = 'partner' | 'reseller' | 'account'

interface Fixtures {
  /** Leaves out the extensions. */
  documentedOnly: boolean
  /** Without, the service has no sessions, so that the browser keeps a key. */
  sessions: boolean
  /** The service of this test only. */
  mock: FlowMock
  /**
   * Starts a session without using the sign-in page, which has its own flows. Then opens a page, by default the list of
   * accounts or the holder's sites, and waits for it to load. With null, it opens no page.
   */
  signIn: (role: Role, at?: string | null) => Promise<void>
}

export const test = withSharedWorld.extend<Fixtures>({
  documentedOnly: [false, { option: true }],
  sessions: [true, { option: true }],
  mock: async ({ documentedOnly, sessions }, use) => {
    const mock = await startFlowMock({ documentedOnly, sessions })
    await use(mock)
    await mock.stop()
  },
  baseURL: async ({ mock }, use) => use(mock.url),
  page: async ({ page, mock }, use) => {
    // the page's date is the mock's, but its timers run in real time
    await page.clock.setFixedTime(mock.clock.now())
    await use(page)
  },
  signIn: async ({ page, mock }, use) => {
    let count = 0
    await use(async (role, at = homeOf(role)) => {
      count += 1
      await keepSession(page, mock, role, `flow.session-${count}`)
      if (at !== null) await openAt(page, role, at)
    })
  },
})

/** Where a role's session starts. */
export const homeOf = (role: Role) => (role === 'account' ? '/' : '/accounts')

/** Where the dashboard keeps the session of a tab. */
export const sessionKey = 'site-performance.session'

/** Signs in with this role's key, by cookie where the service has sessions. @returns what the dashboard then keeps */
export async function beginSession({ request }: Page, mock: Mock, role: Role): Promise<string> {
  const { id, key } = mock[role]
  const place = { role: role === 'account' ? 'user' : 'partner', id, baseUrl: '/api' }
  const config = await request.get(`${mock.url}/config.json`)
  const { sessions = false } = (await config.json()) as { sessions?: boolean }
  if (!sessions) return JSON.stringify({ ...place, key })
  const headers = { Origin: mock.url }
  const reply = await request.post(`${mock.url}/api/session/key`, { headers, data: { id, key, keep: true } })
  expect(reply.status()).toBe(200)
  const { session } = (await reply.json()) as { session: { id: string } }
  return JSON.stringify({ ...place, session: session.id, subject: id })
}

/** Has the page's next load find a session. Once for each `marker`, so that a reload keeps the page's own changes. */
export async function keepSession(page: Page, mock: Mock, role: Role, marker = 'flow.session'): Promise<void> {
  await page.addInitScript(
    ({ key, kept, marker: done }) => {
      // a page without an origin has no storage
      if (location.origin === 'null' || sessionStorage.getItem(done) !== null) return
      sessionStorage.setItem(done, '')
      sessionStorage.setItem(key, kept)
    },
    { key: sessionKey, kept: await beginSession(page, mock, role), marker },
  )
}

/** Opens a page and waits for it to load. */
export async function openAt(page: Page, role: Role, at: string): Promise<void> {
  await page.goto(at)
  if (at === '/' && role === 'account') await expect(heading(page, 'Sites')).toBeVisible()
  if (at === '/accounts' && role !== 'account') await expect(heading(page, 'Accounts')).toBeVisible()
  // the effects of the first rendering, such as what listens for keys, run right after its paint
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
}

export async function fillSignIn(page: Page, id: string, key: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Partner or account ID' })
  const byKey = page.getByRole('link', { name: 'Sign in with an API key' })
  await expect(field.or(byKey)).toBeVisible()
  if (await byKey.isVisible()) await byKey.click()
  await field.fill(id)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name })
}

/** The row of a table that contains the text. */
export function row(page: Page, text: string | RegExp) {
  return page.getByRole('row').filter({ hasText: text })
}

/** Opens an account by its name, as a signed-in partner would. */
export async function openAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: /search/i }).fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(heading(page, name)).toBeVisible()
}

/** Expects that axe finds no problems. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingFound(page)
}

/** Expects that axe finds none in tables, whose colours were looked at in a wider window. */
export async function expectAccessibleTables(page: Page): Promise<void> {
  await expectNothingFound(page, tables, { rules: { 'color-contrast': { enabled: false } } })
}

/** Has the system ask for a theme, and waits until the page has all of its colours. */
export async function preferTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await endAnimations(page)
}

/** Waits until what moves or fades has come to its end. Nothing here moves for a second, but what isn't drawn may never end. */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // what has just changed begins to move with the next frame
    await new Promise((next) => requestAnimationFrame(next))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    const enough = new Promise((resolve) => setTimeout(resolve, 1000))
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), enough])
  })
}

/** Expects that axe finds no contrast problems. Enough for a page that already passed in the other theme. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNothingFound(page, 'html', { runOnly: ['color-contrast', 'link-in-text-block'] })
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Loads axe once per document: that takes as long as a look at a page. */
async function expectNothingFound(page: Page, part = 'html', only: RunOptions = {}): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const options = JSON.stringify({ resultTypes: ['violations'], ...only })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(part)}, ${options})`)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth)
  await expect.poll(beyond, 'the page scrolls sideways').toBeLessThanOrEqual(0)
}

/**
 * Presses a control whose request will be refused, unless one of the page's own reads was refused first, and what is
 * shown then took the control away.
 */
export async function pressUnlessShown(control: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    if (!(await shown.isVisible())) await control.click({ timeout: 1000 })
  }).toPass()
}

/** Makes the dashboard's requests time out ten times sooner, after three seconds. */
export async function shortenTimeouts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const after = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => after(ms / 10)
  })
}
