import { expect, test } from 'vitest'
import { readLines } from './purge-lines.ts'

const one = (text: string) => readLines(text).lines

test.each([
  ['/index.html', { domain: '', path: '/index.html' }],
  ['  /a?b=1&c=2 ', { domain: '', path: '/a?b=1&c=2' }],
  ['/a,b;c', { domain: '', path: '/a,b;c' }],
  ['"/a,b"', { domain: '', path: '/a,b' }],
  ['/a,css', { domain: '', path: '/a', type: 'css' }],
  ['/a,page', { domain: '', path: '/a,page' }],
  ['https://www.fjord.example:8443/shop?x=1#top', { domain: 'www.fjord.example:8443', path: '/shop?x=1' }],
  ['https://www.fjord.example', { domain: 'www.fjord.example', path: '/' }],
  ['www.fjord.example,/a', { domain: 'www.fjord.example', path: '/a' }],
  ['www.fjord.example;/a;js', { domain: 'www.fjord.example', path: '/a', type: 'js' }],
  ['www.fjord.example\t/a\tCSS', { domain: 'www.fjord.example', path: '/a', type: 'css' }],
  ['www.fjord.example,"/a,""b""",', { domain: 'www.fjord.example', path: '/a,"b"' }],
  ['not a path', { domain: '', path: 'not a path' }],
])('%s is understood', (text, line) => expect(one(text)).toEqual([line]))

test('empty lines and remarks are left out, whatever ends a line', () => {
  expect(one('\uFEFF/a\r\n\r\n# later\n/b\r/c').map(({ path }) => path)).toEqual(['/a', '/b', '/c'])
})

test('a head says which column is which', () => {
  expect(one('type,note,URL\njs,x,https://a.example/m\n,y,/p')).toEqual([
    { domain: 'a.example', path: '/m', type: 'js' },
    { domain: '', path: '/p' },
  ])
  expect(one('Domain;Path\na.example;/x')).toEqual([{ domain: 'a.example', path: '/x' }])
})

test('what stands there twice is taken once', () => {
  expect(readLines('/a\nA.example,/a\na.example,/a\n/a')).toMatchObject({
    lines: [{ domain: '', path: '/a' }, { path: '/a' }],
    repeated: 2,
  })
})

test('nothing is nothing', () => expect(readLines(' \n# x')).toEqual({ lines: [], repeated: 0 }))
