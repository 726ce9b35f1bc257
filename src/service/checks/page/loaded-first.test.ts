import { afterAll, describe, expect, test } from 'vitest'
import { earlyHintLimits } from '../../../shared/early-hint-limits.ts'
import { loadedFirst } from './loaded-first.ts'
import { requestTo } from './network-testing.ts'
import { html, page, pageTests } from './testing.ts'

const home = requestTo('https://www.shop.test/', { status: 200 })
const asset = (url: string, given: Parameters<typeof requestTo>[1] = {}) =>
  requestTo(new URL(url, home.url).href, { kind: 'Stylesheet', isPage: false, status: 200, wall: 100, ...given })
const linksOf = (...requests: readonly ReturnType<typeof asset>[]) => loadedFirst([home, ...requests], home, 200)?.links

describe('what a page loads first', () => {
  test('is what holds up its first paint, from its own server', () => {
    expect(
      linksOf(
        asset('/a.css?v=1'),
        asset('/a.js', { kind: 'Script' }),
        asset('/a.woff2', { kind: 'Font' }),
        asset('/a.css?v=1'),
      ),
    ).toEqual([
      '</a.css?v=1>; rel=preload; as=style',
      '</a.js>; rel=preload; as=script',
      '</a.woff2>; rel=preload; as=font; crossorigin',
    ])
  })

  test('is a connection where another server has it', () => {
    const other = asset('https://cdn.other.test/a.css')
    const font = asset('https://cdn.other.test/a.woff2', { kind: 'Font' })
    expect(linksOf(other, font, asset('http://cdn.other.test/b.css'))).toEqual([
      '<https://cdn.other.test>; rel=preconnect',
      '<https://cdn.other.test>; rel=preconnect; crossorigin',
    ])
  })

  test.each([
    ['what the page can wait for', { isUrgent: false }],
    ['images', { kind: 'Image' }],
    ['a kind that every object has a property of', { kind: 'constructor' }],
    ['what came after the first paint', { wall: 300 }],
    ['what failed', { error: 'net::ERR_FAILED', status: null }],
    ['what isn’t there', { status: 404 }],
    ['forms', { method: 'POST' }],
  ])('isn’t %s', (_, given) => {
    expect(linksOf(asset('/a.css', given))).toEqual([])
  })

  test('has an end', () => {
    const many = Array.from({ length: 100 }, (_, i) => asset(`/${i}.css`))
    expect(linksOf(...many)).toHaveLength(earlyHintLimits.links)
    const long = Array.from({ length: 10 }, (_, i) => asset(`/${i}${'x'.repeat(1000)}.css`))
    expect((linksOf(...long) ?? []).join('').length).toBeLessThan(earlyHintLimits.length)
    expect(linksOf(asset(`/${'x'.repeat(5000)}.css`), asset('/a.css'))).toEqual(['</a.css>; rel=preload; as=style'])
  })

  test('has no markup in it, whatever the page does', () => {
    expect(linksOf(asset('/a">,<x y.css?<b>'))).toEqual(['</a%22%3E,%3Cx%20y.css?%3Cb%3E>; rel=preload; as=style'])
  })

  test('isn’t known of a page that wasn’t loaded', () => {
    expect(loadedFirst([], undefined, 200)).toBeNull()
  })
})

describe('in Chromium', async () => {
  const { site, measureOne, close } = await pageTests()
  afterAll(close)
  const head = [
    '<link rel=stylesheet href=/a.css>',
    '<script src=/a.js></script>',
    '<script src=/later.js defer></script>',
    '<script src=/module.js type=module></script>',
  ].join('')
  const routes = {
    '/': html('<p>x</p><iframe src=/frame></iframe><img src=/a.png>', head),
    '/frame': html('y', '<link rel=stylesheet href=/frame.css>'),
    ...Object.fromEntries(
      ['/a.js', '/later.js', '/module.js'].map((path) => [
        path,
        (answer: { setHeader: (name: string, value: string) => { end: () => void } }) =>
          answer.setHeader('Content-Type', 'text/javascript').end(),
      ]),
    ),
    ...Object.fromEntries(
      ['/a.css', '/frame.css'].map((path) => [
        path,
        (answer: { setHeader: (name: string, value: string) => { end: (body: string) => void } }) =>
          answer.setHeader('Content-Type', 'text/css').end('p { color: red }'),
      ]),
    ),
  }

  test('it is the style sheet and the script that the page waits for', async () => {
    const url = `http://127.0.0.1:${await site(routes)}/`
    expect((await measureOne(page(url))).loadedFirst).toEqual({
      page: url,
      links: ['</a.css>; rel=preload; as=style', '</a.js>; rel=preload; as=script'],
    })
  })

  test('a check with headers of its own says nothing of other visitors', async () => {
    const url = `http://127.0.0.1:${await site(routes)}/`
    const headers = [{ name: 'X-Token', value: 'secret' }]
    expect((await measureOne(page(url, { headers }))).loadedFirst).toBeNull()
  })
})
