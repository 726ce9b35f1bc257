import axe from 'axe-core'
import { expect } from 'vitest'

/** Expects that axe finds no problems on the page. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}
