import { expect, test } from 'vitest'
import { get, raw } from './raw-connection.ts'
import { testEdge, testOrigin } from './edge.ts'

/**
 * Names by which caches elsewhere were poisoned, or are tried: chosen from the list of headers of Param Miner
 * (github.com/PortSwigger/param-miner, `resources/headers`), with some that frameworks read besides.
 */
const names = `
  Forwarded X-Forwarded X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port X-Forwarded-Protocol
  X-Forwarded-Ssl X-Forwarded-Server X-Forwarded-Scheme X-Forwarded-Prefix X-Forwarded-Path X-Forwarded-Uri
  X-Forwarded-By X-Forwarded-For-Original X-Forward-For X-Forward-Proto X-Forwarder-For X-Originally-Forwarded-For
  X-Originally-Forwarded-Proto X-Sakura-Forwarded-For Forwarded-For Forwarded-For-Ip Forwarded-Proto X-Host X-Original-Host
  X-Original-Url X-Rewrite-Url X-Original-Remote-Addr X-Original-User-Agent X-Original-Http-Command X-Http-Host-Override
  X-Http-Path-Override X-Http-Method X-Http-Method-Override X-Method-Override X-Http-DestinationUrl X-Ajax-Real-Method
  Real-Method Real-Ip X-Real-Ip Xxx-Real-Ip X-Originating-Ip X-Ip X-Ip-Trail X-Remote-Addr X-Azc-Remote-Addr
  X-Kaltura-Remote-Addr X-Fb-User-Remote-Addr Pc-Remote-Addr Remote-Addr Remote-Host Remote-User Client-Ip ClientIp
  Client-Address ClientAddress X-Client-Ip X-ClientIp X-Client-Host X-Client-Id X-Cluster-Client-Ip True-Client-Ip
  Fastly-Client-Ip Cf-Connecting-Ip Cf-IpCountry Cf-Visitor Incap-Client-Ip RlnClientIpAddr X-Cisco-Bbsm-ClientIp
  X-Wap-Network-Client-Ip X-Wap-Profile Profile X-Uidh X-Msisdn Front-End-Https X-Url-Scheme X-Scheme X-Ssl X-Https Https
  Ssl Ssl-Https Ssl-Offloaded Https-From-Lb X-Nfsn-Https X-Arr-Ssl X-Arr-Log-Id X-Remote-Protocol X-Orchestra-Scheme
  X-Server-Name X-Server-Port Server-Name Server-Port Server-Port-Secure Server-Protocol Host-Name Proxy-Host Proxy-Port
  Proxy-Url Proxy-Request-FullUri Proxy X-Proxy-Url XProxy Sp-Host X-Subdomain Request-Uri Request-Method Script-Name
  Path-Info Path-Base Path-Translated Path Query-String QueryString Unencoded-Url Orig_Path_Info Context-Path Url Uri Port
  Scheme Protocol Method Base Base-Url Http-Host Http-Url Gateway-Interface Local-Addr CloudFront-Viewer-Country X-Cf-Url
  X-Ning-Request-Uri X-Sendfile-Type X-Accel-Mapping Surrogate-Capability Coming-From X-Coming-From X-From Via
  Akamai-Origin-Hop X-Amzn-Remapped-Host X-Amz-Website-Redirect-Location X-Middleware-Subrequest X-Invoke-Path
  X-Invoke-Status X-Now-Route-Matches X-Nextjs-Data Next-Url Rsc X-Inertia X-Livewire X-Requested-With X-Pjax
  X-Pjax-Container X-Wp-Pjax-Prefetch Hx-Request Hx-Current-Url X-Xsrf-Token X-Csrf-Token X-Api-Key X-Auth-Token
  X-Auth-User X-Access-Token X-Authorization Authentication Auth-User Auth-Key Access-Token Token Bearer-Indication
  X-User User User-Id User-Name X-Username X-Session-Id X-Debug-Test X-Wikimedia-Debug Debug Verbose Test X-Foo X-Foo-Bar
  Foo Bar X-Custom Custom-Header My-Header X-Whatever X-Request-Id X-Unique-Id X-Request-Start X-Request-Timestamp
  X-User-Agent X-Device-User-Agent X-Ua-Device X-Mobile-Ua UserAgent X-Operamini-Phone-Ua X-Geoip-Country X-Country
  Accept-Version Accept-Application Api-Version X-Experience-Api-Version X-Prototype-Version Version Format Charset
  Force-Language X-Response-Format X-Render-Partial X-Pagelet-Fragment Mode App-Env X-Environment-Override X-Options
  X-Enable-Coverage X-Xhprof-Debug X-Qafoo-Profiler X-Firelogger Action Admin Redirect Refresh Location Link Destination
  Content-Type Content-Location Content-Language Content-Disposition Last-Event-Id Prefer Slug Title If Depth Overwrite
  SoapAction Max-Forwards From Date Age Server Set-Cookie Cookie2 Vary ETag Expires Referrer Reffferer X-Xhr-Referer X-Moz
  X-Purpose Upgrade-Insecure-Request Accept_Language User_Agent X_Forwarded_Host X_Original_Url X.Forwarded.Host X-Te
`
  .trim()
  .split(/\s+/)

test('no page made from a line of one visitor’s request that the key leaves out is given to others', async () => {
  const origin = await testOrigin((request, response) => {
    const body = JSON.stringify(request.rawHeaders)
    response.writeHead(200, { 'Cache-Control': 'public, max-age=600', 'Content-Length': body.length }).end(body)
  })
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  const poisoned = names.map(async (name) => {
    await visit(`/${name}`, { headers: { [name]: 'evil.test' } })
    const [first, second] = [await visit(`/${name}`), await visit(`/${name}`)]
    expect([name, second.headers['cache-status']]).toEqual([name, expect.stringContaining('hit')])
    return first.text.includes('evil.test') || second.text.includes('evil.test') ? [name] : []
  })
  expect((await Promise.all(poisoned)).flat()).toEqual([])
})

test('those who send such a line share what is kept, and get what is kept for all', async () => {
  let asked = 0
  const origin = await testOrigin((_, response) =>
    response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end(String(++asked)),
  )
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  const texts: string[] = []
  for (const headers of [{ 'X-App': '1' }, { 'X-App': '2', 'X-Other': '1' }, {}, { 'X-Other': '1' }])
    texts.push((await visit('/', { headers })).text)
  expect(texts).toEqual(['1', '1', '2', '2'])
})

test('what only concerns a visitor’s connection selects nothing', async () => {
  const origin = await testOrigin((request, response) => {
    const body = request.headers['accept-language'] ?? request.headers.origin ?? 'none'
    const head = { 'Cache-Control': 'max-age=600', Vary: 'Accept-Language, Origin', 'Content-Length': body.length }
    response.writeHead(200, head).end(body)
  })
  const { visit, port } = await testEdge({ sites: [{ port: origin.port }] })
  const spoiled = await raw(port)
  const host = 'www.site.example'
  spoiled.write(get('/', host, 'Connection: keep-alive, Accept-Language', 'Accept-Language: de'))
  await spoiled.answers(1)
  spoiled.write(get('/', host, 'Connection: keep-alive, Origin', 'Origin: https://a.example'))
  await spoiled.answers(2)
  spoiled.socket.destroy()
  expect((await visit('/', { headers: { 'Accept-Language': 'de' } })).text).toBe('de')
  expect((await visit('/', { headers: { Origin: 'https://a.example' } })).text).toBe('https://a.example')
  expect((await visit('/')).text).toBe('none')
})

test('an answer that depends on the visitor’s address is for that one only', async () => {
  const origin = await testOrigin((_, response) =>
    response.writeHead(200, { 'Cache-Control': 'max-age=600', Vary: 'X-Forwarded-For' }).end('x'),
  )
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  const { headers } = await visit('/')
  expect(headers['cache-status']).toBe('site-performance; fwd=uri-miss; detail="vary x-forwarded-for"')
})
