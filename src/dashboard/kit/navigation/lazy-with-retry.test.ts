import { afterEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, lazyWithRetry } from './lazy-with-retry.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('code is loaded once, also for those who ask meanwhile', async () => {
  const load = vi.fn(() => Promise.resolve({ Component: 'page' }))
  const lazy = lazyWithRetry(load)
  const [first, second] = await Promise.all([lazy(), lazy()])
  expect(await lazy()).toBe(first)
  expect(second).toBe(first)
  expect(load).toHaveBeenCalledTimes(1)
})

test('code that the server no longer had is asked for anew the next time', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  const load = vi.fn(() => Promise.reject<string>(new TypeError('Failed to fetch')))
  const lazy = lazyWithRetry(load)
  await expect(lazy()).rejects.toThrow(ChunkLoadError)
  load.mockResolvedValue('page')
  expect(await lazy()).toBe('page')
})
