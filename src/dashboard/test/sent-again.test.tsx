import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createAccount, createMonitor, readCapabilities } from '../../contract/index.ts'
import { aMonitor, someCapabilities } from './records.ts'
import { renderPage } from './render-page.tsx'
import { serviceWith } from './service-with.ts'

const alert = page.getByRole('alert')
const safe = /^No answer from the service yet\..*match this API.*Try again: it won’t be done twice\./
const odd = () => new Response('<!doctype html><title>Not an API</title>')

test('where the service keeps keys, an account without an answer isn’t unclear: asking again makes it once', async () => {
  const service = serviceWith().keepKeys().answer(createAccount, odd)
  await renderPage('/accounts/new', service)
  await page.getByRole('textbox', { name: 'Email' }).fill('new@example.org')
  await page.getByRole('textbox', { name: 'Site', exact: true }).fill('www.polar.example')
  const create = page.getByRole('button', { name: 'Create account' })
  await create.click()
  await expect.element(alert).toHaveTextContent(safe)
  await create.click()
  await expect.poll(() => service.received(createAccount).length).toBe(2)
  const [first, second] = service.received(createAccount).map(({ headers }) => headers.get('Idempotency-Key'))
  expect([typeof first, second]).toEqual(['string', first])
})

test('nor is a monitor', async () => {
  const service = serviceWith().keepKeys().reply(readCapabilities.user, someCapabilities())
  service.answer(createMonitor.user, odd)
  await renderPage('/monitors/new', service, 'user')
  await page.getByRole('textbox', { name: 'Name' }).fill('Home')
  await page.getByRole('textbox', { name: 'Addresses' }).fill('https://www.polar.example/')
  const create = page.getByRole('button', { name: 'Create monitor' })
  await create.click()
  await expect.element(alert).toHaveTextContent(safe)
  const made = aMonitor({ name: 'Home' })
  service.reply(createMonitor.user, made)
  await create.click()
  await expect.poll(() => location.pathname).toBe(`/monitors/${made.id}`)
  const keys = service.received(createMonitor.user).map(({ headers }) => headers.get('Idempotency-Key'))
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})
