import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { unreachable } from '../../client/errors.ts'
import { flushCache, listMonitors } from '../../contract/index.ts'
import { confirm, type Question } from '../kit/dialogs/confirm.ts'
import { onePage, siteId } from './records.ts'
import { renderPage } from './render-page.tsx'
import { serviceWith } from './service-with.ts'

const dialog = page.getByRole('dialog')
const named = (name: string) => page.getByRole('dialog', { name, exact: true })
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

/** The page that questions are asked on. The shell forgets what was asked before it was there. */
async function openSites() {
  await renderPage('/sites', serviceWith(), 'user')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()
}

/** A question whose action waits for the test. */
function aQuestion(title: string) {
  const answer = Promise.withResolvers<void>()
  const question: Question = { title, body: 'Pages are slower for a while.', verb: 'Go', action: () => answer.promise }
  return { ...answer, question }
}

async function ask(question: Question) {
  confirm(question)
  await expect.element(named(question.title)).toBeVisible()
}

test('a dialog stays while its action runs, and then says why it failed', async () => {
  await openSites()
  const { question, reject } = aQuestion('Flush the cache?')
  await ask(question)
  await button('Go').click()
  await expect.element(button('Cancel')).toHaveAccessibleDescription('It’s under way, and can’t be taken back.')
  await expect.element(button('Close')).toBeDisabled()
  await button('Cancel').click({ force: true })
  await userEvent.keyboard('{Escape}')
  const outside = document.elementFromPoint(4, 4)
  if (outside) await userEvent.click(outside, { position: { x: 4, y: 4 } })
  reject(unreachable())
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/Can’t reach the service.*may have gone through/)
  await button('Cancel').click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('an answer closes its own question only', async () => {
  await openSites()
  const [first, second] = [aQuestion('Flush the cache?'), aQuestion('Leave this page?')]
  await ask(first.question)
  await button('Go').click()
  await ask(second.question)
  first.resolve()
  // it can be answered, too
  await button('Go').click()
  await expect.element(button('Cancel')).toHaveAttribute('aria-disabled', 'true')
  second.resolve()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a failure is said though something else is asked by now', async () => {
  await openSites()
  const [first, second] = [aQuestion('Flush the cache?'), aQuestion('Leave this page?')]
  await ask(first.question)
  await button('Go').click()
  await ask(second.question)
  first.reject(unreachable())
  await expect.element(named('Flush the cache?').getByRole('alert')).toHaveTextContent(/Can’t reach the service/)
  await expect.element(button('Go')).not.toBeInTheDocument()
  await dialog.getByText('Close', { exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a failure is said though the page with the dialog was left', async () => {
  const answer = Promise.withResolvers<Response>()
  const service = serviceWith()
    .answer(flushCache, () => answer.promise)
    .reply(listMonitors.user, onePage({ rows: [] }))
  const { router } = await renderPage(`/sites/${siteId}/cache?dialog=flush`, service, 'user')
  await button('Flush cache').click()
  await expect.poll(() => service.received(flushCache).length).toBe(1)
  await router.navigate('/monitors')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Monitors' })).toBeVisible()
  answer.resolve(Response.json({ error: 'It is busy.' }, { status: 503 }))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/It is busy\./)
  expect(router.state.location.pathname + router.state.location.search).toBe('/monitors')
})
