import { expect, test } from 'vitest'
import { readLines } from './purge-lines.ts'
import { problemOf } from './purge-rows.ts'

const linesOf = (text: string) => readLines(text).lines

test.each([
  ['/index.html', { domain: '', path: '/index.html' }],
  ['  /a?b=1&c=2 ', { domain: '', path: '/a?b=1&c=2' }],
  ['/a,b;c', { domain: '', path: '/a,b;c' }],
  ['"/a,b"', { domain: '', path: '/a,b' }],
  ['/a,css', { domain: '', path: '/a', type: 'css' }],
  ['/a.css,page', { domain: '', path: '/a.css' }],
  ['/a,', { domain: '', path: '/a' }],
  ['/w_100,h_200/a.jpg', { domain: '', path: '/w_100,h_200/a.jpg' }],
  ['"/a,b",Page', { domain: '', path: '/a,b' }],
  ['//www.fjord.example/pr,js', { domain: 'www.fjord.example', path: '/pr', type: 'js' }],
  ['www.fjord.example/c?x=/1', { domain: 'www.fjord.example', path: '/c?x=/1' }],
  ['other.example:8443/x,css', { domain: 'other.example:8443', path: '/x', type: 'css' }],
  ['www.fjord.example,/a,b,css', { domain: 'www.fjord.example', path: '/a,b', type: 'css' }],
  ['www.fjord.example,https://other.example/x', { domain: 'other.example', path: '/x' }],
  ['bikes/mountain', { domain: '', path: 'bikes/mountain' }],
  ['https://www.fjord.example:8443/shop?x=1#top', { domain: 'www.fjord.example:8443', path: '/shop?x=1' }],
  ['https://www.fjord.example', { domain: 'www.fjord.example', path: '/' }],
  ['www.fjord.example,/a', { domain: 'www.fjord.example', path: '/a' }],
  ['www.fjord.example;/a;js', { domain: 'www.fjord.example', path: '/a', type: 'js' }],
  ['www.fjord.example\t/a\tCSS', { domain: 'www.fjord.example', path: '/a', type: 'css' }],
  ['www.fjord.example,"/a,""b""",', { domain: 'www.fjord.example', path: '/a,"b"' }],
  ['not a path', { domain: '', path: 'not a path' }],
])('reads %s', (text, line) => expect(linesOf(text)).toEqual([line]))

test('skips empty lines and comments with any line ending', () => {
  expect(linesOf('\uFEFF/a\r\n\r\n# later\n/b\r/c').map(({ path }) => path)).toEqual(['/a', '/b', '/c'])
})

test('a header names the columns', () => {
  expect(linesOf('type,note,URL\njs,x,https://a.example/m\n,y,/p')).toEqual([
    { domain: 'a.example', path: '/m', type: 'js' },
    { domain: '', path: '/p' },
  ])
  expect(linesOf('Domain;Path\na.example;/x')).toEqual([{ domain: 'a.example', path: '/x' }])
})

test('skips duplicates', () => {
  expect(readLines('/a\nA.example,/a\na.example,/a\n/a')).toMatchObject({
    lines: [{ domain: '', path: '/a' }, { path: '/a' }],
    repeated: 2,
  })
})

test('reads nothing from an empty text', () => expect(readLines(' \n# x')).toEqual({ lines: [], repeated: 0 }))

test.each([
  ['www.fjord.example,/d,banana', { path: '/d' }, 'type', 'Unknown type “banana”. Use page, css or js.'],
  ['path,type\n/d,banana', { path: '/d' }, 'type', 'Unknown type “banana”. Use page, css or js.'],
  ['/d,banana', { path: '/d' }, 'type', /Unknown type “banana”.* If the path contains a comma, put it in quotes\.$/],
  ['"/un,closed', { path: '"/un,closed' }, 'path', 'The quotation mark isn’t closed.'],
  ['path\n"/un', { path: '"/un' }, 'path', 'The quotation mark isn’t closed.'],
] as const)('%j has an error at its field', (text, line, field, words) => {
  const [only] = linesOf(text)
  expect(only).toMatchObject(line)
  expect(only && problemOf(only, 'www.fjord.example')).toEqual({ field, words: expect.stringMatching(words) })
})

test('lines that differ only in their type aren’t duplicates', () => {
  expect(readLines('/a\n/a,css\n/a,page')).toMatchObject({ lines: [{ path: '/a' }, { type: 'css' }], repeated: 1 })
})

test.each([',,', ',', 'domain,path,type\n,,js'])('skips %j, which names nothing', (text) =>
  expect(linesOf(text)).toEqual([]),
)
