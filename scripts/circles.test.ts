import { expect, test } from 'vitest'
import { circular, linksWithin } from './circles.ts'

test.each(['src/edge', 'src/service'])('no folders of %s import values from each other in a circle', (part) => {
  const links = linksWithin(part)
  expect(links.length).toBeGreaterThan(200)
  expect(circular(links).map(({ file, from }) => `${file} imports ${from}`)).toEqual([])
})

/** Each link as `user>used`, and which of them are in a circle. */
test.each([
  { links: ['a/x>b/x', 'b/x>c/x', 'a/x>c/x'], inCircle: [] },
  { links: ['a/x>b/x', 'b/y>a/y'], inCircle: ['a/x>b/x', 'b/y>a/y'] },
  { links: ['a/x>b/x', 'b/x>c/x', 'c/x>a/x', 'c/x>d/x'], inCircle: ['a/x>b/x', 'b/x>c/x', 'c/x>a/x'] },
  { links: ['a/x>a/b/y', 'a/b/y>a/x'], inCircle: [] },
  { links: ['a/x>top', 'top>a/x'], inCircle: [] },
])('of $links, $inCircle are in a circle', ({ links, inCircle }) => {
  const parsed = links.map((link) => {
    const [file = '', from = ''] = link.split('>')
    return { file, from }
  })
  expect(circular(parsed).map(({ file, from }) => `${file}>${from}`)).toEqual(inCircle)
})
