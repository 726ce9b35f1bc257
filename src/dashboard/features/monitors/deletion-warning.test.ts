import { expect, test } from 'vitest'
import { deletionWarning } from './deletion-warning.ts'

test('whose samples go is said before anything of the home pages', () => {
  expect(deletionWarning([{ site_id: 's1' }, {}])).toBe(
    'Their samples will be deleted too. A site’s home page won’t be checked any more. This can’t be undone.',
  )
  expect(deletionWarning([{ site_id: 's1' }, { site_id: 's2' }])).toContain('The home pages of 2 sites')
})

test('a monitor of no site leaves every home page checked', () => {
  expect(deletionWarning([{ site_id: null }])).toBe('Its samples will be deleted too. This can’t be undone.')
})
