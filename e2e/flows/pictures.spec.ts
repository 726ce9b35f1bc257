import { readFileSync } from 'node:fs'
import { expect, test } from '../fixtures.ts'
import { openPicture, pictures, structureOf } from '../pictures.ts'

const file = new URL('../../docs/images/structure.json', import.meta.url)
const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))

test("the README's pictures show what their pages have now", async ({ page, mock, signIn }) => {
  for (const [name, picture] of Object.entries(pictures)) {
    await signIn(picture.role, null)
    await openPicture(page, mock, picture)
    await expect
      .poll(() => structureOf(page), `headings or columns of "${name}" have changed: run "npm run screenshots"`)
      .toEqual((kept as Record<string, string[]>)[name])
  }
})
