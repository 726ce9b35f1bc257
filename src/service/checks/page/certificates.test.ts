import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authority, issuedBy } from '../../test/certificate.ts'
import { checkHttp } from '../http/http-check.ts'
import type { CertificateEnd } from '../probe.ts'
import { checkOf, never, openGuard, origins } from '../testing.ts'
import { PageBrowser } from './page-browser.ts'
import { checkPage } from './page-check.ts'
import { chromiumPath, html, page } from './testing.ts'

const now = Math.floor(Date.now() / 1000) * 1000
const until = (days: number) => now + days * 24 * 3_600_000
const root = issuedBy(null, 'Root', until(3000))
const r3 = issuedBy(root, 'R3', until(300))
const short = issuedBy(root, 'Short', until(5))
const expired = issuedBy(null, 'Old Root', until(-10))

type Chain = readonly [Authority, ...Authority[]]
const ofHost = (name: string, by: Authority, ...others: Authority[]): Chain => [
  issuedBy(by, name, until(90)),
  by,
  ...others,
]
const served = (chain: Chain) => ({
  key: chain[0].key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  cert: chain.map(({ cert }) => cert).join(''),
})

const servers = origins()
const options = {
  guard: openGuard({ 'a.test': ['127.0.0.1'], 'b.test': ['127.0.0.1'] }),
  timeoutMs: 240_000,
  ca: root.cert,
}
let folder: string
let browser: PageBrowser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-performance-certificates-'))
  // as a browser that knows the authority
  const trusting = join(folder, 'chromium')
  await writeFile(trusting, `#!/bin/sh\nexec '${chromiumPath}' --ignore-certificate-errors "$@"\n`, { mode: 0o755 })
  browser = new PageBrowser(trusting, { sandbox: false })
})
afterAll(async () => {
  await browser.close()
  await servers.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server with a page, or one that redirects. */
function serve(chain: Chain | null, location?: string): Promise<number> {
  const answer: Parameters<typeof servers.http>[0] = (_, response) =>
    location === undefined ? html('<h1>here</h1>')(response) : response.writeHead(302, { location }).end()
  return chain ? servers.https(answer, served(chain)) : servers.http(answer)
}

async function seenByPage(url: string) {
  const { measurements } = await checkPage(page(url), browser, options, never)
  return measurements[0]?.certificate
}

interface Case {
  readonly name: string
  readonly chain: Chain | null
  /** Of the host that it redirects to. */
  readonly leadsTo?: Chain
  readonly expected: CertificateEnd
}

const cases: Case[] = [
  {
    name: 'its own',
    chain: ofHost('a.test', r3),
    expected: { hostname: 'a.test', authority: null, ends: until(90) },
  },
  {
    name: 'an authority’s',
    chain: ofHost('a.test', short),
    expected: { hostname: 'a.test', authority: 'Short', ends: until(5) },
  },
  {
    name: 'its own, beside an expired one that no path needs',
    chain: ofHost('a.test', r3, expired),
    expected: { hostname: 'a.test', authority: null, ends: until(90) },
  },
  {
    name: 'an authority’s of a host that only redirects',
    chain: ofHost('a.test', short),
    leadsTo: ofHost('b.test', r3),
    expected: { hostname: 'a.test', authority: 'Short', ends: until(5) },
  },
  {
    name: 'an authority’s of the host that http redirects to',
    chain: null,
    leadsTo: ofHost('b.test', short),
    expected: { hostname: 'b.test', authority: 'Short', ends: until(5) },
  },
]

test.concurrent('both kinds of check see the same certificate end first', async () => {
  const seen = await Promise.all(
    cases.map(async ({ name, chain, leadsTo }) => {
      const location = leadsTo && `https://b.test:${await serve(leadsTo)}/`
      const url = `${chain ? 'https' : 'http'}://a.test:${await serve(chain, location)}/`
      const { certificate } = await checkHttp(checkOf(url), options, never)
      return { name, byHttp: certificate, byPage: await seenByPage(url) }
    }),
  )
  expect(seen).toEqual(cases.map(({ name, expected }) => ({ name, byHttp: expected, byPage: expected })))
})

test.concurrent('where a server doesn’t show its certificates again, what the browser saw counts', async () => {
  const server = createServer(served(ofHost('a.test', short)), (_, answer) => {
    server.close()
    html('<h1>here</h1>')(answer)
  })
  const port = await servers.raw(server, '127.0.0.1')
  expect(await seenByPage(`https://a.test:${port}/`)).toEqual({ hostname: 'a.test', authority: null, ends: until(90) })
})
