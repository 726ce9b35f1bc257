import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { allEndpoints } from '../../contract/index.ts'
import { curlExample } from './curl.ts'
import { html, join } from '../../shared/html.ts'
import { openApiDocument } from './openapi.ts'
import { referenceStyleHash } from './reference-style.ts'
import { referencePage } from './reference.ts'

const base = 'http://127.0.0.1:4000/api'
const page = referencePage(openApiDocument(base))
const escaped = (text: string) => html`${text}`.text
const articleOf = (id: string) =>
  page.split('<article ').find((part) => part.startsWith(`aria-labelledby="${id}"`)) ?? ''

test.each(allEndpoints)('$id is on the page with its path, access and example', (endpoint) => {
  const article = articleOf(endpoint.id)
  expect(article).toContain(escaped(endpoint.summary))
  expect(article).toContain(`<code>${endpoint.method} ${endpoint.path}</code>`)
  expect(article).toContain('Access: ')
  expect(article).toContain(`<code>${escaped(curlExample(endpoint))}</code>`)
  expect(page).toContain(`<a href="#${endpoint.id}">`)
})

test('fields are shown with their type, default and rules', () => {
  const rows = articleOf('partner.accounts.list').split('<tr>')
  const perPage = rows.find((row) => row.includes('<code>per_page</code>'))
  expect(perPage).toContain('integer')
  expect(perPage).toContain('<code>10</code>')
  expect(perPage).toContain('1 to 100')
  expect(rows.find((row) => row.includes('<code>sort_by</code>'))).toContain('<code>name</code>, <code>email</code>')
  expect(articleOf('record-NewAccount')).toMatch(/<code>email<\/code><\/th>\s*<td>string<\/td>\s*<td>yes<\/td>/)
})

test('nested fields are listed by path, records are links', () => {
  expect(articleOf('record-MonitorBody')).toContain('<code>constants.http_headers[].name</code>')
  expect(articleOf('partner.accounts.list')).toContain('list of <a href="#record-AccountSummary">AccountSummary</a>')
})

test('errors and the replacement of an operation are listed', () => {
  expect(articleOf('partner.accounts.delete')).toContain('<code>409</code> The account still has sites.')
  expect(articleOf('user.optimizer.pause')).toContain('Deprecated: use PUT /optimizers/{site_id}/bypass.')
  expect(articleOf('user.optimizer.usage')).toContain('An extension of this service')
})

test('its policy allows only its style sheet, and it loads no other resources or scripts', () => {
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? []
  expect(referenceStyleHash).toBe(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(page).not.toMatch(/<script|<img|<link|<iframe|\sstyle=|\son\w+=|url\(|@import/)
})

test('every link within the page has a target', () => {
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.length).toBeGreaterThan(allEndpoints.length)
  expect(links.filter((id) => !ids.has(id))).toEqual([])
  expect(ids.size).toBe([...page.matchAll(/ id="/g)].length)
})

test('headings go down one level at a time', () => {
  const levels = [...page.slice(page.indexOf('<main')).matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
  expect(levels[0]).toBe(1)
  levels.forEach((level, i) => expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1))
})

test('inserted values are escaped', () => {
  const hostile = `<script>alert("1")</script> & 'more'`
  expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;">' +
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;</p>',
  )
  expect(join([html`<b>${'<'}</b>`, html`${'>'}`], ' & ').text).toBe('<b>&lt;</b> &amp; &gt;')
  const document = openApiDocument('http://a/"><script>alert(1)</script>')
  expect(referencePage(document)).not.toContain('<script')
})
