import { readFileSync } from 'node:fs'
import { expect, test } from '../fixtures.ts'
import { openPicture, pictures, structureOf } from '../pictures.ts'

const file = new URL('../../docs/images/structure.json', import.meta.url)
const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))

for (const [name, picture] of Object.entries(pictures)) {
  test(`the README's picture of the page "${name}" shows what the page has now`, async ({ page, mock, signIn }) => {
    await signIn(picture.role, null)
    await openPicture(page, mock, picture)
    await expect
      .poll(() => structureOf(page), 'headings or columns have changed: run "npm run screenshots"')
      .toEqual((kept as Record<string, string[]>)[name])
  })
}
