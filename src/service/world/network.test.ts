import { once } from 'node:events'
import { createServer } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolverFor } from '../../shared/guard/index.ts'
import { realNetwork } from './network.ts'
import { selfSigned } from '../test/certificate.ts'
import { DnsServer } from '../test/dns-server.ts'

const server = createServer(selfSigned('a.test'), (_, answer) => answer.end())
let port = 0

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address !== null && typeof address === 'object') port = address.port
})
afterAll(() => {
  server.close()
})

test('a host whose name server is silent about one family answers over https all the same', async () => {
  const dns = await DnsServer.start()
  dns.set('a.test', { a: ['127.0.0.1'], silent: 'AAAA' })
  // a resolver that waits would take a minute
  const network = realNetwork({ resolver: resolverFor([dns.address], 60_000), allowPrivateTargets: true })
  expect(await network.https('a.test', port, { mayBePrivate: true })).toMatchObject({ answers: true })
  await dns.stop()
})

test('a host answers over https if one of its addresses does', async () => {
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.1'].map((address) => ({ address, family: 4 }))
  const network = realNetwork({ resolver: { lookup: async () => ({ addresses }) }, allowPrivateTargets: true })
  expect(await network.https('a.test', port, { mayBePrivate: true })).toMatchObject({ answers: true })
})
