import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listServiceIps } from '../../../contract/index.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('service IPs are shown as plain text and for nginx, Apache and iptables', async () => {
  const addresses = ['198.51.100.7', '198.51.100.8']
  const { router } = await renderPage('/sites', serviceWith().reply(listServiceIps, addresses), 'user')
  await page.getByRole('link', { name: 'Service IPs' }).click()
  await expect.element(heading('Service IPs')).toBeVisible()
  const text = page.getByRole('region', { name: /^service IPs/ })
  await expect.element(text).toBeVisible()
  expect(text.element().textContent).toBe('198.51.100.7\n198.51.100.8\n')
  for (const [format, line] of [
    ['nginx', 'allow 198.51.100.7;'],
    ['Apache', 'Require ip 198.51.100.7'],
    ['iptables', '-s 198.51.100.7 -j ACCEPT'],
  ] as const) {
    await page.getByRole('radio', { name: format }).click({ force: true })
    await expect.element(text).toHaveTextContent(line)
  }
  await expect.element(page.getByText(/would block them/)).toBeVisible()
  await expect.poll(() => router.state.location.search).toBe('?format=iptables')
})

test('a partner is told that the page is for account holders', async () => {
  await renderPage('/service-ips', serviceWith())
  await expect.element(heading('Account holders only')).toBeVisible()
})
