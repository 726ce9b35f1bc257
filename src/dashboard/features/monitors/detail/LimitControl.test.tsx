import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  listSamples,
  readAvailability,
  readMonitor,
  readSeries,
  type ReplyOf,
  setLimits,
} from '../../../../contract/index.ts'
import { faults } from '../../../test/faults.ts'
import { aMonitor, aSample, onePage } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const limited = aMonitor({ limits: { time_to_display: 2000 } })
const { id } = limited
const line = page.getByRole('slider', { name: 'Limit for Largest contentful paint' })
const field = page.getByRole('textbox', { name: / limit(,|$)/ })
const alert = page.getByRole('alert')
const button = (name: string) => page.getByRole('button', { name, exact: true })

function series(): ReplyOf<typeof readSeries.user> {
  const percentiles = { p50: 900, p75: 1000, p95: 1100, p99: 1200 }
  const bucket = {
    at: Date.now() - 3600_000,
    count: 4,
    by_type: { 0: 4 },
    metrics: {
      time_to_display: percentiles,
      last_byte: percentiles,
      status_code: { p50: 200, p75: 200, p95: 200, p99: 200 },
    },
  }
  return { buckets: [bucket], parts: [{ location: 'Frankfurt', buckets: [bucket] }] }
}

const serviceWith = (record: typeof limited) =>
  new StubService()
    .reply(readMonitor.user, record)
    .reply(listSamples.user, onePage({ rows: [aSample()] }))
    .reply(readSeries.user, series())
    .reply(readAvailability.user, {
      availability: 1,
      rounds: 8,
      failed_rounds: 0,
      clean: 1,
      samples: 8,
      clean_samples: 8,
    })

test.each(faults)(
  'a limit whose change is %s goes back to what it was, and the page says why',
  async (what, words, fault) => {
    const service = serviceWith(limited).answer(setLimits.user, fault)
    await renderPage(`/monitors/${id}`, service, 'user')
    await field.fill('0.9')
    await button('Save limit').click()
    await expect.element(alert).toHaveTextContent('Couldn’t save the limit.')
    await expect.element(alert).toHaveTextContent(words)
    if (what !== 'answered 503')
      await expect.element(alert).toHaveTextContent('It may have gone through anyway. Check before you try again.')
    await expect.element(line).toHaveAttribute('aria-valuenow', '2000')
    await expect.element(field).toHaveValue('2')
    await button('Remove limit').click()
    await expect.element(alert).toHaveTextContent('Couldn’t remove the limit.')
    await expect.element(line).toHaveAttribute('aria-valuenow', '2000')
    expect(service.received(setLimits.user).map(({ body }) => JSON.parse(body))).toEqual([
      { limits: { time_to_display: 900 } },
      { limits: {} },
    ])
  },
)

test('where the service has no limits, a first one isn’t set, and the page says why', async () => {
  await renderPage(`/monitors/${id}`, serviceWith(aMonitor()), 'user')
  await button('Set a limit').click()
  await button('Save limit').click()
  await expect.element(alert).toHaveTextContent('This service may not support limits.')
  // what was entered stays
  await expect.element(line).toBeVisible()
  await button('Cancel').click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(button('Set a limit')).toHaveFocus()
})

test('where monitors don’t have the field, the button says that there are no limits', async () => {
  const { limits: _, ...record } = aMonitor()
  await renderPage(`/monitors/${id}`, serviceWith(record), 'user')
  await expect.element(button('Set a limit')).toHaveAccessibleDescription('This service doesn’t offer limits.')
})

test('a limit has to be a number within bounds', async () => {
  const service = serviceWith(aMonitor({ limits: { time_to_display: 900 } }))
  await renderPage(`/monitors/${id}`, service, 'user')
  for (const typed of ['', 'fast', '0', '600001']) {
    await field.fill(typed)
    await button('Save limit').click()
    await expect.element(page.getByText('Enter a number from 1 to 600,000.')).toBeVisible()
    // gone, so that it's awaited anew
    await field.fill('1')
    await expect.element(page.getByText(/^Enter a number/)).not.toBeInTheDocument()
  }
  expect(service.received(setLimits.user)).toEqual([])
})

test('a metric of which more is better has no limit', async () => {
  await renderPage(`/monitors/${id}?metric=status_code`, serviceWith(limited), 'user')
  await expect
    .element(button('Set a limit'))
    .toHaveAccessibleDescription('Only times, sizes, requests and layout shift can have a limit.')
})

test('a limit can be edited only once its chart is there, so that nothing typed is lost', async () => {
  const answers: (() => void)[] = []
  const service = serviceWith(limited).answer(
    readSeries.user,
    () => new Promise((resolve) => answers.push(() => resolve(Response.json(series())))),
  )
  await renderPage(`/monitors/${id}`, service, 'user')
  await expect.element(page.getByText('Loading chart…')).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  for (const answer of answers) answer()
  await expect.element(field).toBeVisible()
})

test('what is over a limit is marked among the latest samples', async () => {
  await renderPage(`/monitors/${id}`, serviceWith(aMonitor({ limits: { time_to_display: 1 } })), 'user')
  const samples = page.getByRole('table', { name: 'Latest samples' })
  await expect
    .element(samples.getByRole('cell', { name: /^\d+\sms ?, over the limit of 1\sms$/ }).first())
    .toBeVisible()
  // without issues, but not called ok
  await expect.element(samples.getByRole('row').nth(1).getByRole('cell').first()).toHaveTextContent(/^slow, /)
})

/** A service that keeps what is set, and what was set last. */
function keeping(record: typeof limited) {
  const service = serviceWith(record).answer(setLimits.user, ({ body }) => {
    const changed = { ...record, ...(JSON.parse(body) as Pick<typeof limited, 'limits'>) }
    service.reply(readMonitor.user, changed)
    return Response.json(changed)
  })
  return { service, set: () => JSON.parse(service.received(setLimits.user).at(-1)?.body ?? '{}') as unknown }
}

test('by keyboard, the limit goes in round steps and is saved after the last key', async () => {
  const { service, set } = keeping(limited)
  await renderPage(`/monitors/${id}`, service, 'user')
  await expect.element(line).toHaveAttribute('aria-valuetext', '2\u00a0s')
  const now = () => Number(line.element().getAttribute('aria-valuenow'))
  // without a pause, which would save
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      line.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await Promise.resolve()
    }
  }
  line.element().focus()
  await press('ArrowDown', 'ArrowDown')
  const fine = (2000 - now()) / 2
  expect(fine).toBeGreaterThan(0)
  await press('PageUp')
  expect(now()).toBe(2000 + 8 * fine)
  await press('Home')
  expect(now()).toBe(fine)
  await press('PageUp')
  await expect.poll(set).toEqual({ limits: { time_to_display: 11 * fine } })
  await expect.element(line).toHaveFocus()
  // Escape puts it back
  await press('PageUp', 'Escape')
  expect(now()).toBe(11 * fine)
  // leaving saves at once, and what is typed meanwhile stays
  await press('ArrowUp')
  const left = now()
  await field.click()
  await userEvent.keyboard('{Control>}a{/Control}1234')
  await expect.poll(set).toEqual({ limits: { time_to_display: left } })
  await expect.element(page.getByText(`Limit set to ${left}\u00a0ms`)).toBeVisible()
  await expect.element(field).toHaveValue('1234')
  await userEvent.keyboard('{Enter}')
  await expect.poll(set).toEqual({ limits: { time_to_display: 1234 } })
  await expect.element(page.getByText('Limit set to 1.234\u00a0s')).toBeVisible()
})

test('a limit is entered exactly, for one metric beside another, and values above it are marked', async () => {
  const { service, set } = keeping(aMonitor({ type: 'HTTP', limits: { first_byte: 400 } }))
  await renderPage(`/monitors/${id}?metric=last_byte&chart=metric`, service, 'user')
  await button('Set a limit').click()
  await field.fill('0.9')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Limit set to 900\u00a0ms')).toBeVisible()
  expect(set()).toEqual({ limits: { first_byte: 400, last_byte: 900 } })
  const chart = page.getByRole('region', { name: 'Last byte', exact: true })
  await chart.getByRole('button', { name: 'Table' }).click()
  await expect.element(chart.getByRole('cell', { name: /over the limit/ }).first()).toBeVisible()
  await expect.element(page.getByText('First byte 400\u00a0ms, Last byte 900\u00a0ms')).toBeVisible()
})
