import { expect, test } from 'vitest'
import { requestTo } from './network-testing.ts'
import { holdingUpLoad } from './page-failure.ts'

const asset = (url: string, kind: string, given: Parameters<typeof requestTo>[1] = {}) =>
  requestTo(url, { kind, isPage: false, ...given })
const image = asset('/a.png', 'Image')
const begun = asset('/film', 'Media', { status: 206 })
const camera = asset('/camera', 'Image', {
  status: 200,
  headers: { 'Content-Type': 'multipart/x-mixed-replace; boundary=x' },
})

test.each([
  ['what hasn’t answered', [image, asset('/b.css', 'Stylesheet', { status: 200 })], ['/a.png', '/b.css']],
  ['not what has ended', [asset('/a.png', 'Image', { status: 200, ended: 1 })], []],
  ['not what scripts ask for', [asset('/api', 'Fetch'), asset('/events', 'EventSource')], []],
  ['a film that hasn’t begun', [asset('/film', 'Media')], ['/film']],
  ['not a film or camera that has begun', [image, begun, camera], ['/a.png']],
  ['a camera whose first picture doesn’t end, if nothing else is left', [camera], ['/camera']],
])('a page waits for %s', (_, network, urls) => {
  expect(holdingUpLoad(network).map(({ url }) => url)).toEqual(urls)
})
