import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readOrigin, readUserSite, setOrigin, tryOrigin } from '../../../../contract/index.ts'
import { aSite, siteId } from '../../../test/records.ts'
import { accountId, renderPage } from '../../../test/render-page.tsx'
import { serviceWith } from '../../../test/service-with.ts'

const known = { url: 'https://192.0.2.10', is_set: false, host: null }

const open = async (origin: object = known) => {
  const service = serviceWith()
    .reply(readUserSite, aSite())
    .reply(readOrigin.user, { ...known, ...origin })
  await renderPage(`/sites/${siteId}/server`, service, 'user')
  return service
}

const server = page.getByRole('textbox', { name: 'New server' })
const host = page.getByRole('textbox', { name: 'Host' })
const attempt = page.getByRole('button', { name: 'Try it' })

test('a server is tried before it is set, with the Host that it gets', async () => {
  const service = await open()
  service.reply(tryOrigin.user, { status: 200, location: null, duration: 42 })
  await attempt.click()
  await expect.element(page.getByText('Enter your server’s address.')).toBeVisible()
  expect(service.received(tryOrigin.user)).toEqual([])
  await server.fill(' https://192.0.2.20')
  await host.fill('app.example')
  await attempt.click()
  await expect.element(page.getByText(/^It answered 200 after 42.ms\.$/)).toBeVisible()
  service.reply(tryOrigin.user, { status: 404, location: null, duration: 1920 })
  await host.fill('')
  await expect.element(page.getByText(/^It answered/)).not.toBeInTheDocument()
  await attempt.click()
  await expect.element(page.getByText(/^It answered 404 after 1\.92.s\. Visitors would get this error/)).toBeVisible()
  service.reply(tryOrigin.user, { status: 301, location: 'https://www.shop.example/', duration: 42 })
  await host.fill('app.example')
  await attempt.click()
  await expect
    .element(page.getByText(/^It answered 301 .* and leads to https:\/\/www\.shop\.example\/\.$/))
    .toBeVisible()
  const body = { url: 'https://192.0.2.20', host: 'app.example' }
  const bodies = () => service.received(tryOrigin.user).map((request) => JSON.parse(request.body) as unknown)
  expect(bodies()).toEqual([body, { ...body, host: null }, body])
  expect(service.received(setOrigin.user)).toEqual([])
  service.reply(setOrigin.user, { url: body.url, is_set: true, host: body.host })
  await page.getByRole('button', { name: 'Change server' }).click()
  await expect
    .poll(() => service.received(setOrigin.user).map((request) => JSON.parse(request.body) as unknown))
    .toEqual([body])
})

test('the server that is set already isn’t one to change to, while that of DNS is', async () => {
  const service = await open({ is_set: true, host: 'app.example' })
  const change = page.getByRole('button', { name: 'Change server' })
  await server.fill('https://192.0.2.10 ')
  await host.fill('app.example')
  await change.click()
  await expect.element(page.getByText('This is already the site’s server.')).toBeVisible()
  await expect.element(server).toHaveFocus()
  expect(service.received(setOrigin.user)).toEqual([])
  service.refuse(setOrigin.user, { status: 422, fields: { url: 'is made up' } })
  await host.fill('')
  await change.click()
  await expect.poll(() => service.received(setOrigin.user).length).toBe(1)
})

test('what is wrong with a server that is tried is said at its field', async () => {
  const service = await open()
  service.refuse(tryOrigin.user, { status: 422, fields: { url: "can't be reached: it refused the connection" } })
  await server.fill('https://192.0.2.66')
  await attempt.click()
  await expect.element(page.getByText(/can.t be reached: it refused the connection/)).toBeVisible()
  await expect.element(server).toHaveFocus()
})

test('the Host that a server gets is shown', async () => {
  await open({ is_set: true, host: 'app.example' })
  await expect.element(page.getByText(/^It gets app\.example as Host\.$/)).toBeVisible()
})

test('a service that knows no other Host isn’t asked for one', async () => {
  await open({ host: undefined })
  await expect.element(server).toBeVisible()
  await expect.element(host).not.toBeInTheDocument()
  await expect.element(attempt).not.toBeInTheDocument()
})

const scopes = [
  ['partner', `/accounts/${accountId}/sites/${siteId}`],
  ['user', `/sites/${siteId}`],
] as const
const setup = page.getByRole('region', { name: 'Setup' })

test.each(scopes)('a %s sets a server by hand, and has it taken from DNS again', async (role, site) => {
  const service = serviceWith().reply(readOrigin[role], known)
  service.answer(setOrigin[role], ({ body }) => {
    const { url } = JSON.parse(body) as { url: string | null }
    const origin = url === null ? known : { ...known, url, is_set: true }
    service.reply(readOrigin[role], origin)
    return Response.json(origin)
  })
  await renderPage(site, service, role)
  await expect.element(setup).toHaveTextContent('https://192.0.2.10As DNS says')
  await setup.getByRole('link', { name: 'Change server' }).click()
  await server.fill('http://192.0.2.20:8080')
  await page.getByRole('button', { name: 'Change server' }).click()
  await expect.element(setup).toHaveTextContent('http://192.0.2.20:8080Set by hand')
  await setup.getByRole('link', { name: 'Change server' }).click()
  await expect.element(page.getByText('It was set by hand')).toBeVisible()
  await page.getByRole('button', { name: 'Take it from DNS' }).click()
  await expect.element(setup).toHaveTextContent('https://192.0.2.10As DNS says')
})

test.each(scopes)('a service that doesn’t report a %s’s servers can’t be told of one', async (role, site) => {
  const { router } = await renderPage(site, serviceWith(), role)
  await expect.element(setup).toHaveTextContent('Not reported by this service')
  await expect.element(setup.getByRole('link', { name: 'Change server' })).not.toBeInTheDocument()
  await router.navigate(`${site}/server`)
  await expect.element(page.getByText('This service doesn’t report which server')).toBeVisible()
})
