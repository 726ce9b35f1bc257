import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withAccount } from './testing.ts'

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes: Uint8Array) => bytes,
} as const

/** A list of twenty accounts, as JSON and as CSV. */
async function list() {
  const { app, accounts, partner, makeAccount } = await withAccount()
  for (let i = 0; i < 20; i++) await makeAccount(partner)
  return async (path: string, accepted: string) => {
    const response = await app.fetch(
      new Request(`http://localhost/api${path.replace('accounts', accounts.slice(1))}`, {
        headers: { 'SERVICE-API-KEY': partner.key, 'Accept-Encoding': accepted },
      }),
    )
    const coding = (response.headers.get('content-encoding') ?? 'none') as keyof typeof decoders
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      coding,
      bytes: bytes.length,
      text: Buffer.from(decoders[coding](bytes)).toString(),
      vary: response.headers.get('vary') ?? '',
    }
  }
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', 'none'],
  ['', 'none'],
  ['*;q=', 'none'],
])('a client that accepts "%s" gets a list as %s', async (accepted, coding) => {
  const read = await list()
  for (const path of ['/accounts', '/accounts.csv']) {
    const plain = await read(path, 'identity')
    const answer = await read(path, accepted)
    expect(answer.coding).toBe(coding)
    expect(answer.text).toBe(plain.text)
    expect(answer.vary).toContain('Accept-Encoding')
    if (coding !== 'none') expect(answer.bytes).toBeLessThan(plain.bytes / 2)
  }
})

test('a short reply stays as it is', async () => {
  const read = await list()
  expect(await read('/accounts?per_page=1', 'br')).toMatchObject({ coding: 'none' })
})

test.each(['/openapi.json', '/docs'])('%s is compressed, too', async (path) => {
  const read = await list()
  const [plain, answer] = [await read(path, 'identity'), await read(path, 'br')]
  expect(answer.coding).toBe('br')
  expect(answer.text).toBe(plain.text)
})
