import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apartNames, fateOf, selectingNames } from './request-names.ts'

/** What proxies, gateways and frameworks use, by what it names. */
const named = {
  host: 'X-Forwarded-Host X-Host X-Forwarded-Server X-Original-Host X-HTTP-Host-Override X-Host-Override X-Backend-Host Proxy-Host X-Server-Name Host-Name X-Subdomain X-Client-Host',
  scheme:
    'X-Forwarded-Proto X-Forwarded-Protocol X-Forwarded-Scheme X-Forwarded-Ssl X-Url-Scheme X-Scheme Front-End-Https X-SSL X-Https Https X-ARR-SSL CF-Visitor CloudFront-Forwarded-Proto X-Remote-Protocol',
  port: 'X-Forwarded-Port X-Server-Port X-Port X-Real-Port X-Original-Port',
  path: 'X-Original-URL X-Rewrite-URL X-Original-URI X-Forwarded-Prefix X-Forwarded-Path X-Forwarded-Uri X-HTTP-DestinationURL X-HTTP-Path-Override Request-URI Base-Url X-Proxy-URL Proxy-URL X-Invoke-Path X-Invoke-Query X-Matched-Path X-Middleware-Subrequest X-Middleware-Rewrite X-Envoy-Original-Path X-Script-Name X-Ingress-Path X-Now-Route-Matches',
  method: 'X-HTTP-Method X-HTTP-Method-Override X-Method-Override Real-Method X-Ajax-Real-Method',
  client:
    'Forwarded X-Forwarded X-Forwarded-For X-Forwarded-By X-Forwarded-User X-Forward-For X-Forwarder-For Forwarded-For X-Original-Forwarded-For X-Originating-IP X-Real-IP True-Client-IP CF-Connecting-IP CF-IPCountry Client-IP X-Client-IP X-ClientIP X-Cluster-Client-IP Fastly-Client-IP Fly-Client-IP DO-Connecting-IP X-Azure-ClientIP X-Azure-SocketIP X-Remote-IP X-Remote-Addr Remote-Addr X-Envoy-External-Address WL-Proxy-Client-IP X-Wap-Network-Client-IP CloudFront-Viewer-Address X-AppEngine-User-IP Client-Cert SSL-Client-Cert X-SSL-Client-Verify X-Geoip-Country',
  'another server': 'Proxy X-Wap-Profile Profile Surrogate-Capability X-Sendfile-Type X-Accel-Mapping',
} as const

const fates = (names: string, method?: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, fateOf(name.toLowerCase(), method)]))
const all = (names: string, fate: string) => Object.fromEntries(names.split(' ').map((name) => [name, fate]))

describe('a line of a visitor’s request', () => {
  test.each(Object.entries(named))('that names the %s comes from the edge alone', (_, names) => {
    expect(fates(names)).toEqual(all(names, 'edge'))
    // as gateways to CGI fold them
    const folded = names.replaceAll('-', '_')
    expect(fates(folded)).toEqual(all(folded, 'edge'))
  })

  test('in whatever way its name is written', () => {
    const names = Object.values(named).flatMap((one) => one.toLowerCase().split(' '))
    const spellings = fc
      .constantFrom(...names)
      .chain((name) =>
        fc
          .array(fc.constantFrom('-', '_', '.'), { minLength: name.length, maxLength: name.length })
          .map((marks) => name.replaceAll('-', () => marks.pop() ?? '-')),
      )
    fc.assert(fc.property(spellings, (name) => fateOf(name) === 'edge'))
  })

  test('of the framing isn’t written in another way', () => {
    const names = 'Content_Length Transfer_Encoding CDN_Loop Keep.Alive'
    expect(fates(names)).toEqual(all(names, 'edge'))
  })

  test('that browsers send is the origin’s to name in Vary', () => {
    const names =
      'Accept Accept-Encoding Accept-Language Cookie Referer Origin User-Agent Sec-Fetch-Mode Sec-CH-UA-Mobile Save-Data DNT'
    expect(fates(names)).toEqual(all(names, 'origin'))
  })

  test('of any other name reaches the origin, for the answer of one who sends it', () => {
    const names =
      'X-Requested-With X-CSRF-Token X-Api-Key HX-Current-URL X-Middleware-Prefetch Next-Url RSC Turbo-Frame Destination X-Amz-Date X-Shipping-Address X-Vip Use-Gzip X-Request-Id Traceparent X-App-Version Max-Forwards Accept_Language'
    expect(fates(names)).toEqual(all(names, 'apart'))
  })

  test('that tunnels another method through POST reaches the origin', () => {
    const names = 'X-HTTP-Method-Override X-HTTP-Method X-Method-Override'
    expect(fates(names, 'POST')).toEqual(all(names, 'apart'))
    expect(fates(names, 'HEAD')).toEqual(all(names, 'edge'))
  })
})

test('what sets a request apart', () => {
  expect(apartNames({ accept: '*/*', 'x-b': '1', 'x-forwarded-host': 'evil', 'x-a': '2' })).toEqual(['x-a', 'x-b'])
})

test('variants differ by what the origin saw of a visitor', () => {
  expect(selectingNames(['accept', 'cookie', 'x-forwarded-host', 'te', 'x-kind'])).toEqual([
    'accept',
    'cookie',
    'x-kind',
  ])
  expect(selectingNames(['accept', 'x-forwarded-for'])).toBeUndefined()
})
