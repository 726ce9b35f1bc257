import { expect, type Page } from '@playwright/test'
import type { Mock } from './mock/mock.ts'

const db = (mock: Mock) => mock.service.services.database.db

/** The ID of a monitor or test. */
export async function monitorId(mock: Mock, name: string): Promise<string> {
  const found = await db(mock).selectFrom('monitors').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return found.id
}

/** The ids of a monitor's or test's samples, newest first. */
export async function newestSamples(mock: Mock, name: string, count: number): Promise<string[]> {
  const of = await monitorId(mock, name)
  const rows = await db(mock)
    .selectFrom('samples')
    .select('id')
    .where('monitor_id', '=', of)
    .orderBy('taken_at', 'desc')
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

/** The explorer's list of samples. */
export const list = (page: Page) => page.getByRole('table', { name: 'Samples', exact: true })
export const chart = (page: Page) => page.getByRole('application')

/** Picks a radio button. The page stores the choice in its address and renders it from there. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('radio', { name }).click({ force: true })
  await expect(page.getByRole('radio', { name })).toBeChecked()
}
