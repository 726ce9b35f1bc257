import { expect, type Page } from '@playwright/test'
import type { Mock } from './mock/mock.ts'

/** A picture of the README. */
interface Picture {
  readonly role: 'partner' | 'account'
  readonly scheme: 'light' | 'dark'
  /** The address of its page. */
  readonly path: (ids: Ids) => string
  /** Brings the page into the state to show. */
  readonly prepare?: (page: Page, mock: Mock) => Promise<void>
}

interface Ids {
  readonly account: string
  readonly site: string
  readonly monitor: string
  readonly sample: string
}

const host = 'www.fjordbikes.example'

export const pictures: Readonly<Record<string, Picture>> = {
  fleet: { role: 'partner', scheme: 'light', path: () => '/' },
  site: { role: 'partner', scheme: 'light', path: ({ account, site }) => `/accounts/${account}/sites/${site}` },
  sample: {
    role: 'partner',
    scheme: 'dark',
    path: ({ account, sample }) => `/accounts/${account}/samples/${sample}`,
    prepare: (page) =>
      page.getByRole('heading', { name: 'Requests' }).evaluate((heading) => {
        window.scrollBy(0, heading.getBoundingClientRect().top - 24)
      }),
  },
  cache: {
    role: 'account',
    scheme: 'light',
    path: ({ site }) => `/sites/${site}/cache`,
    async prepare(page, mock) {
      const edge = await mock.edge()
      await edge.visit(host, '/bikes')
      await page.getByRole('textbox', { name: 'Path 1' }).fill('/bikes')
      await page.getByRole('button', { name: 'Purge 1 path' }).click()
      await expect(page.getByText(/^The path was purged in/)).toBeVisible()
    },
  },
  traffic: {
    role: 'partner',
    scheme: 'light',
    path: ({ account, site }) => `/accounts/${account}/sites/${site}/traffic`,
  },
  samples: {
    role: 'partner',
    scheme: 'light',
    path: ({ account, monitor }) => `/accounts/${account}/samples?profile=${monitor}`,
  },
}

/** Opens the page of a picture, signed in as its role, as it is shown. */
export async function openPicture(page: Page, mock: Mock, { path, prepare }: Picture): Promise<void> {
  // its sites are there for the flows to fail with
  await mock.service.services.database.db.deleteFrom('accounts').where('name', '=', 'Faulty Hosts').execute()
  await page.goto(mock.url + path(await idsOf(mock)))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await prepare?.(page, mock)
}

async function idsOf({ account, service }: Mock): Promise<Ids> {
  const { db } = service.services.database
  const { id: site } = await db.selectFrom('sites').select('id').where('host', '=', host).executeTakeFirstOrThrow()
  const { id: monitor } = await db
    .selectFrom('monitors')
    .select('id')
    .where('site_id', '=', site)
    .executeTakeFirstOrThrow()
  const { id: sample } = await db
    .selectFrom('samples')
    .select('id')
    .where('monitor_id', '=', monitor)
    .orderBy('taken_at', 'desc')
    .executeTakeFirstOrThrow()
  return { account: account.id, site, monitor, sample }
}

/** The headings of the page and the columns of its tables, in order, without numbers. */
export function structureOf(page: Page): Promise<string[]> {
  return page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('h1, h2, h3, thead th')].map(
        (it) => `${it.tagName.toLowerCase()} ${it.textContent.trim().replace(/\d+/g, '#')}`,
      ),
    )
}
