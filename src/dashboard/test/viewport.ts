import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'

/** Gives the page the size of a phone, until the test ends. */
export async function onPhone(): Promise<void> {
  const { innerWidth, innerHeight } = window
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
}
