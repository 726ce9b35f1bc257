import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import type { OptimizerState } from '../src/contract/index.ts'
import { ScriptedClock } from './mock/clock.ts'
import { type Mock, startMock } from './mock/mock.ts'

export { expect }

/** When every scripted world begins. */
const start = Date.UTC(2026, 10, 21, 10)

type Role = 'partner' | 'reseller' | 'account'

interface Fixtures {
  /** Whether the service answers documented operations only. */
  documentedOnly: boolean
  /** Whether its monitors, tests and samples have other fields than ours. */
  unknownRecords: boolean
  /** A world of the test's own. */
  mock: Mock & { clock: ScriptedClock }
  /**
   * Begins a session and opens a page, by default the role's first, and waits for it. Null opens none yet: the test does.
   * A session here is what the sign-in page leaves behind, which has flows of its own.
   */
  signIn: (role: Role, at?: string | null) => Promise<void>
}

export const test = base.extend<Fixtures>({
  documentedOnly: [false, { option: true }],
  unknownRecords: [false, { option: true }],
  mock: async ({ documentedOnly, unknownRecords }, use) => {
    const clock = new ScriptedClock(start)
    const size = { accounts: 60, daysOfSamples: 3, daysElsewhere: 0.25, trafficEverywhere: false }
    const mock = await startMock({ clock, size, documentedOnly, unknownRecords })
    await use({ ...mock, clock })
    await mock.stop()
  },
  baseURL: async ({ mock }, use) => use(mock.url),
  page: async ({ page, mock }, use) => {
    // the page's clock is the world's; its timers go on
    await page.clock.setFixedTime(mock.clock.now())
    await use(page)
  },
  signIn: async ({ page, mock }, use) => {
    let sessions = 0
    await use(async (role, at = '/') => {
      sessions += 1
      const credentials = { role: role === 'account' ? 'user' : 'partner', ...mock[role], baseUrl: '/api' }
      await page.addInitScript(
        ({ kept, marker }) => {
          // once: a reload keeps what the page made of it since; a page without an origin has no storage
          if (location.origin === 'null' || sessionStorage.getItem(marker) !== null) return
          sessionStorage.setItem(marker, '')
          sessionStorage.setItem('site-performance.session', kept)
        },
        { kept: JSON.stringify(credentials), marker: `flow.session-${sessions}` },
      )
      if (at === null) return
      await page.goto(at)
      if (at === '/') await expect(heading(page, role === 'account' ? 'Sites' : 'Accounts')).toBeVisible()
    })
  },
})

export async function fillSignIn(
  page: Page,
  role: 'Partner' | 'Account holder',
  id: string,
  key: string,
): Promise<void> {
  await page.getByRole('radio', { name: role }).check({ force: true })
  await page.getByRole('textbox', { name: role === 'Partner' ? 'Partner ID' : 'Account ID' }).fill(id)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name })
}

/** A row of a table by the text of one of its cells. */
export function row(page: Page, text: string | RegExp) {
  return page.getByRole('row').filter({ hasText: text })
}

/** Opens an account of the signed-in partner by its name, as a person would. */
export async function openAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: /search/i }).fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(heading(page, name)).toBeVisible()
}

/** Nothing that axe knows of stands in the way of anybody. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingFound(checker(page))
}

/** Nothing in the colours of another theme stands in the way, of a page that passed in the first. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNothingFound(checker(page).withRules(['color-contrast', 'link-in-text-block']))
}

/** The way for pages with frames opens a tab for each run; no page here has a frame. */
const checker = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

async function expectNothingFound(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth)
  await expect.poll(beyond, 'the page scrolls sideways').toBeLessThanOrEqual(0)
}

/** The same flows against this service, and against one that has the documented operations only. */
export function onEveryService(flows: () => void): void {
  test.describe('with the extensions', flows)
  test.describe('with the documented operations only', () => {
    test.use({ documentedOnly: true })
    flows()
  })
}

/**
 * Mends what a page failed by, and has it read again: by its button, unless it was faster. A page whose service is back
 * reads again by itself.
 */
export async function retryOnceMended(page: Page, mend: () => Promise<unknown>): Promise<void> {
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await mend()
  await retry.click({ timeout: 1000 }).catch(() => undefined)
}

/** The dashboard gives up on an answer after one second instead of thirty. */
export async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const after = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => after(ms / 30)
  })
}

/** A site of the account that specs look at most, by its state. */
export async function siteIn(mock: Mock, state: OptimizerState): Promise<{ id: string; host: string }> {
  return mock.service.services.database.db
    .selectFrom('sites')
    .select(['id', 'host'])
    .where('account_id', '=', mock.account.id)
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
}
