import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'

/** Gives the page another width, until the test ends. */
export async function atWidth(width: number): Promise<void> {
  const { innerWidth, innerHeight } = window
  await page.viewport(width, 844)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
}

export const onPhone = () => atWidth(390)
