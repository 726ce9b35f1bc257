import { randomUUID } from 'node:crypto'
import { expect, heading, test } from '../fixtures.ts'

test('trouble takes one look, and “slow since this morning” is at most three clicks from its cause', async ({
  page,
  mock,
  signIn,
}) => {
  const host = 'transparent.fjordbikes.example'
  const { db } = mock.service.services.database
  const now = mock.clock.now()
  const site = await db.selectFrom('sites').selectAll().where('host', '=', host).executeTakeFirstOrThrow()
  // as the service opens one when samples are slow
  await db
    .insertInto('incidents')
    .values({
      id: randomUUID(),
      account_id: site.account_id ?? '',
      site_id: site.id,
      host,
      kind: 'slow',
      severity: 1,
      cause: 'LCP 9.1 s, usually 2.0 s',
      started_at: now - 2 * 3600_000,
      ended_at: null,
      opened_at: now,
      closed_at: null,
      end_reason: null,
      partly: 0,
    })
    .execute()
  await signIn('partner', '/')
  await expect(heading(page, 'Fleet')).toBeVisible()
  const { counts } = await page.evaluate(async (partner) => {
    const reply = await fetch(`/api/partners/${partner.id}/sites`, { headers: { 'SERVICE-API-KEY': partner.key } })
    return (await reply.json()) as { counts: Record<string, number> }
  }, mock.partner)
  const tile = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  await expect(tile('Down')).toHaveAccessibleDescription(String(counts['down']))
  const worst = page.getByRole('table', { name: 'Sites' }).getByRole('row').nth(1)
  await expect(worst).toContainText(/(down|slow) · /i)
  await expect(worst).toContainText(/Nov, \d\d:\d\d/)
  // the first click
  await tile('Slow').click()
  await expect(page).toHaveURL(/trouble=slow/)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: host })
  await expect(row).toContainText('Slow · LCP 9.1 s, usually 2.0 s')
  // the second
  await row.getByRole('link', { name: host }).click()
  await expect(heading(page, host)).toBeVisible()
  await expect(page.getByText('LCP 9.1 s, usually 2.0 s').first()).toBeVisible()
})
