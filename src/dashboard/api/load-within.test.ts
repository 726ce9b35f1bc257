import { afterEach, expect, test, vi } from 'vitest'
import { loadWithin } from './load-within.ts'
import { queryClient } from './queries.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('a page has what loads beside it, and does without what fails', async () => {
  const ready = { queryKey: ['ready', {}], queryFn: () => Promise.resolve('plan') } as const
  const failing = { queryKey: ['failing', {}], queryFn: () => Promise.reject(new Error('refused')) } as const
  await expect(loadWithin(ready, failing)).resolves.toBeNull()
  expect(queryClient.getQueryData(ready.queryKey)).toBe('plan')
})

test('a page waits a second for what is slow, no longer', async () => {
  vi.useFakeTimers()
  let isOver = false
  const silent = { queryKey: ['silent', {}], queryFn: () => new Promise<string>(() => undefined) } as const
  void loadWithin(silent).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
})
