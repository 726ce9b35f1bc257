import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readPartner } from '../../../contract/index.ts'
import { localZone } from '../../kit/format/time.ts'
import { setZone } from '../../kit/format/zone.ts'
import { accountId, partnerId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { atWidth } from '../../test/viewport.ts'

const nordhost = { id: partnerId, name: 'Nordhost', email: 'partners@nordhost.example', reseller: true }
const banner = page.getByRole('banner')

test('the name of who is signed in stays at every width', async () => {
  await renderPage('/accounts', serviceWith().reply(readPartner, nordhost))
  const name = banner.getByText('Nordhost', { exact: true })
  await expect.element(name).toBeVisible()
  for (const width of [1024, 794, 768, 390]) {
    await atWidth(width)
    expect(name.element().getBoundingClientRect().width, `at ${width} px`).toBeGreaterThan(40)
  }
})

test('who is signed in has a name before it has loaded', async () => {
  await renderPage('/accounts', serviceWith().keepWaiting(readPartner))
  await expect.element(banner.getByRole('button', { name: 'partner', exact: true })).toBeVisible()
})

test('every time is shown in the chosen time zone, also when the page is opened again', async () => {
  const open = () => renderPage(`/accounts/${accountId}/account`, serviceWith().reply(readPartner, nordhost))
  const created = page.getByRole('definition').filter({ hasText: /ago$/ }).first()
  const { unmount } = await open()
  await banner.getByRole('button', { name: /Nordhost/ }).click()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  try {
    await zone.selectOptions('UTC')
    await expect.element(created).toHaveTextContent('UTC')
    await zone.selectOptions('Asia/Tokyo')
    await expect.element(created).toHaveTextContent('GMT+9')
    await expect.element(banner.getByText('GMT+9', { exact: true })).toBeVisible()
    await unmount()
    await open()
    await expect.element(created).toHaveTextContent('GMT+9')
    expect(Object.values(localStorage)).toContain('Asia/Tokyo')
  } finally {
    setZone(localZone)
  }
})
