import { expect, heading, onEveryService, siteIn, test } from '../fixtures.ts'

onEveryService(() => {
  for (const role of ['partner', 'account'] as const) {
    test(`the owner of a site sees its server and sets another one (${role})`, async ({
      page,
      mock,
      signIn,
      documentedOnly,
    }) => {
      const { id, host } = await siteIn(mock, 'active')
      const sites = mock.service.services.database.db.updateTable('sites').where('id', '=', id)
      await sites.set({ origin: '192.0.2.10', https: 1 }).execute()
      const below = role === 'partner' ? `/accounts/${mock.account.id}` : ''
      await signIn(role, `${below}/sites/${id}`)
      const setup = page.getByRole('region', { name: 'Setup' })
      if (documentedOnly) {
        await expect(setup).toContainText('Not reported by this service')
        await expect(setup.getByRole('link', { name: 'Change server' })).toHaveCount(0)
        await page.goto(`${below}/sites/${id}/server`)
        await expect(page.getByText('This service doesn’t report which server')).toBeVisible()
        return
      }
      await expect(setup).toContainText('https://192.0.2.10As DNS said before it pointed here')
      await setup.getByRole('link', { name: 'Change server' }).click()
      const field = page.getByRole('textbox', { name: 'New server' })
      const change = page.getByRole('button', { name: 'Change server' })
      for (const [server, words] of [
        ['', 'Enter your server’s address.'],
        ['shop.example', /This must be an address such as/],
        ['https://shop.example/start', /This must have nothing but a scheme/],
      ] as const) {
        await field.fill(server)
        await change.click()
        await expect(page.getByText(words)).toBeVisible()
        await expect(field).toBeFocused()
      }
      await field.fill('http://192.0.2.20:8080')
      await change.click()
      await expect(heading(page, host)).toBeVisible()
      await expect(setup).toContainText('http://192.0.2.20:8080Set by hand')
      await setup.getByRole('link', { name: 'Change server' }).click()
      await expect(page.getByText('It was set by hand')).toBeVisible()
      await page.getByRole('button', { name: 'Take it from DNS' }).click()
      await expect(setup).toContainText('https://192.0.2.10As DNS said before it pointed here')
      await page.goto(`${below}/activity`)
      await expect(page.getByText('Server set to http://192.0.2.20:8080')).toBeVisible()
      await expect(page.getByText('Server taken from DNS again')).toBeVisible()
    })
  }
})
