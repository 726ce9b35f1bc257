import { connect } from 'node:net'
import { allEndpoints } from '../../contract/index.ts'

/** A number generator that gives the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface HostileRequest {
  readonly bytes: Buffer
  /** Whether the server may wait for more, or close the connection without an answer. */
  readonly isBroken: boolean
}

type Random = () => number

/** A request as a stranger without a key could send it, from mildly wrong to no HTTP at all. */
export function hostileRequest(random: Random): HostileRequest {
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0]
  const chance = (share: number) => random() < share
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  /** Mostly small, seldom huge. */
  const size = (max: number) => Math.floor(max ** random())
  const text = (length: number) =>
    Array.from({ length: Math.min(length, 40) }, () => String.fromCodePoint(upTo(chance(0.8) ? 0x7e : 0x2fff))).join('')

  const name = (): string =>
    pick([
      () => pick(['host', 'site', 'user_id', 'page', 'per_page', 'profile_and_locations', 'service_api_key']),
      () =>
        pick(['a[]', '[', ']', 'a[][', '[]', '[0]', '[][b]', 'a.', '%5B', '%5B%5D', '[[', '][']).repeat(size(30_000)),
      () => `a${'[b]'.repeat(upTo(20))}`,
      () => `a[${pick(['999', '1000', '99999999999999999999', '-1', '0x1', '1e3', ''])}]`,
      () =>
        pick(['__proto__[x]', 'constructor[prototype][x]', '__proto__', 'toString', 'hasOwnProperty', 'host[length]']),
      () => pick(['%', '%ZZ', '%C3%28', '%00', '%ED%A0%80', '%F0%9F%92%A9', '+', '', '&', ';', '=']),
      () => 'x'.repeat(size(30_000)),
      () => encodeURIComponent(text(upTo(20))),
    ])()

  const value = (): string =>
    pick([
      () => pick(['a.example', 'https://a.example/x', 'a.example:65536', 'localhost', '127.0.0.1', '[::1]', '0x7f.1']),
      () => pick(["' or 1=1 --", '"><script>alert(1)</script>', '${7*7}', '../../etc/passwd', '=cmd()', '%0d%0aX:1']),
      () => pick(['-1', '1e999', 'NaN', 'null', 'true', '9007199254740993', '0', '٣']),
      () => 'a.'.repeat(size(20_000)),
      () => `xn--${'a'.repeat(size(5000))}`,
      () => `http://${'@'.repeat(size(10_000))}`,
      () => `${'/'.repeat(size(10_000))}x`,
      () => ' \t'.repeat(size(10_000)),
      () => '%F0%9F%98%80'.repeat(size(3000)),
      () => encodeURIComponent(text(upTo(40))),
    ])()

  const parameters = (): string =>
    Array.from({ length: chance(0.05) ? size(3000) : upTo(5) }, () => (chance(0.9) ? `${name()}=${value()}` : name()))
      .join(pick(['&', '&', '&&', ';']))
      .slice(0, 300_000)

  const json = (): string =>
    pick([
      () => '['.repeat(size(100_000)),
      () => `${'{"a":'.repeat(size(20_000))}1`,
      () => `[${'1,'.repeat(size(100_000))}1]`,
      () => `{${Array.from({ length: size(5000) }, (_, i) => `"k${i}":${i}`).join()}}`,
      () => JSON.stringify({ host: text(upTo(40)), user_id: [{ a: value() }], __proto__: null }),
      () => `{"host":"${'\\u0000'.repeat(size(5000))}"}`,
      () =>
        `{"host":${pick(['1e999', '-0', 'null', 'true', '[]', '{}', '"\\ud800"', '"a.example"'])},"__proto__":{"x":1}}`,
      () => pick(['', ' ', '{', 'nul', '{"a":1}{"b":2}', '\u{feff}{}', '[1', '"']),
    ])()

  const multipart = (boundary: string): string =>
    `${Array.from({ length: chance(0.1) ? size(3000) : upTo(4) }, () => {
      const file = chance(0.2) ? `; filename="${value().slice(0, 200)}"` : ''
      const more = chance(0.2) ? `\r\nContent-Type: ${pick(['text/plain', 'x', 'multipart/mixed; boundary=y'])}` : ''
      return `--${boundary}\r\nContent-Disposition: form-data; name="${name().slice(0, 2000)}"${file}${more}\r\n\r\n${value()}\r\n`
    }).join('')}${chance(0.8) ? `--${boundary}--` : ''}${chance(0.8) ? '\r\n' : ''}`.slice(0, 300_000)

  const filled = (path: string) =>
    path.replaceAll(/\{\w+\}/g, () =>
      pick([
        () => '01990000-0000-7000-8000-000000000000',
        () => pick(['..', '%2e%2e', '%00', '-1', '%', '%ZZ', 'a%2fb', "'", '*', '\u00e9']),
        () => 'x'.repeat(size(8000)),
      ])(),
    )

  const path = (): string => {
    const suffix = chance(0.2) ? pick(['.json', '.csv', '.xml', '.', '..', '/', `.${'x'.repeat(size(5000))}`]) : ''
    return (
      pick([
        () => '/api/sites',
        () => '/api/sites',
        () => `/api${filled('/sites/{site_id}')}`,
        () => `/api${filled(allEndpoints[upTo(allEndpoints.length - 1)]?.path ?? '/')}`,
        () =>
          pick([
            '/',
            '/healthz',
            '/readyz',
            '/api/openapi.json',
            '/api/docs',
            '/config.json',
            '/sign-in',
            '/assets/x.js',
          ]),
        () =>
          pick([
            '/api',
            '/api/',
            '//api//sites',
            '/api/./sites',
            '/api/../api/sites',
            '/%61pi/sites',
            '/api%2fsites',
            '*',
          ]),
        () =>
          pick([
            'http://evil.example/api/sites',
            'evil.example:443',
            '/api/sites#x',
            '\\api\\sites',
            'api/sites',
            '/\u00ff',
          ]),
        () => `/${pick(['a/', '../', '%2e%2e/', './', '//', '%00'])}`.repeat(size(5000)),
      ])() + suffix
    )
  }

  const target = () => path() + (chance(0.4) ? `?${parameters().slice(0, size(20_000))}` : '')

  const header = (): string =>
    pick([
      () => `X-Forwarded-For: ${pick(['1.2.3.4,', ',', 'a,', '::1, '])}`.padEnd(30).repeat(size(300)),
      () => `SERVICE-API-KEY: ${chance(0.1) ? 'k'.repeat(size(3000)) : ''}`,
      () => `Cookie: ${'a=b; '.repeat(size(2000))}`,
      () => `Range: bytes=${'0-1,'.repeat(size(2000))}5-`,
      () => `Accept-Encoding: ${pick(['br', 'gzip;q=0', '*', 'identity', 'br, '.repeat(size(2000))])}`,
      () => `If-None-Match: ${'"x", '.repeat(size(2000))}`,
      () => `Origin: ${pick(['null', 'https://evil.example', '*', 'x'.repeat(size(5000))])}`,
      () => pick(['Expect: 100-continue', 'Expect: x', 'Upgrade: websocket', 'Upgrade: h2c', 'Connection: upgrade']),
      () =>
        pick(['Content-Encoding: gzip', 'Content-Encoding: identity', 'Transfer-Encoding: gzip', 'Content-Length: -1']),
      () =>
        pick([
          'Host: evil.example',
          'Host:',
          'Host: [',
          'X: a\r\n folded',
          'X : a',
          ': x',
          'X',
          'X: \u0001',
          'X: \u00ff',
        ]),
      () => Array.from({ length: size(3000) }, (_, i) => `X-${i}: ${i}`).join('\r\n'),
      () => `X-Long: ${'x'.repeat(size(30_000))}`,
    ])()

  const contentType = (boundary: string): string =>
    pick([
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      'application/json',
      `multipart/form-data; boundary=${boundary}`,
      `multipart/form-data; boundary="${'b'.repeat(size(5000))}"`,
      'multipart/form-data',
      `application/json;${' charset'.repeat(size(1000))}=utf-8`,
      `application/json; charset=${pick(['utf-16', '"utf-8', 'x'.repeat(size(3000))])}`,
      'text/plain',
      ';',
    ])

  if (chance(0.08)) {
    const noise = pick([
      () => Buffer.from(Array.from({ length: size(5000) }, () => upTo(255))),
      () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      () => Buffer.from('160301020001', 'hex'),
      () => Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(size(50))),
      () =>
        Buffer.from(`GET ${target()} HTTP/${pick(['0.9', '1.0', '2.0', '1.1.1', 'x'])}\r\nHost: a\r\n\r\n`, 'latin1'),
      () => Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nX-Half: '),
      () => Buffer.from('\r\n'.repeat(size(10_000))),
    ])()
    return { bytes: noise, isBroken: true }
  }

  const method = pick([
    'GET',
    'GET',
    'GET',
    'POST',
    'POST',
    'POST',
    'PUT',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'PATCH',
    'TRACE',
  ])
  const odd = chance(0.03) ? pick(['get', 'FOO', 'CONNECT', 'PROPFIND', 'X'.repeat(size(3000))]) : undefined
  const boundary = pick(['x', '----------y', 'z'.repeat(70)])
  const type = contentType(boundary)
  const hasBody = method !== 'GET' && method !== 'HEAD' && chance(0.9)
  const body = Buffer.from(
    !hasBody ? '' : /json/.test(type) ? json() : /multipart/.test(type) ? multipart(boundary) : parameters(),
    chance(0.9) ? 'utf8' : 'latin1',
  )
  const head = [`${odd ?? method} ${target()} HTTP/1.1`, 'Host: a', 'Connection: close']
  for (let i = upTo(3); i > 0; i--) if (chance(0.5)) head.push(header())
  if (hasBody) head.push(`Content-Type: ${type}`)
  const framing = random()
  // seldom a length that isn't the body's
  const isOff = hasBody && framing < 0.03
  const isChunked = hasBody && !isOff && framing < 0.15
  if (isChunked) head.push('Transfer-Encoding: chunked')
  else if (hasBody) head.push(`Content-Length: ${isOff ? pick([body.length + 5, 0, 1e9, 'x']) : body.length}`)
  const chunks = isChunked
    ? Buffer.concat([
        Buffer.from(`${body.length.toString(16)}\r\n`),
        body,
        Buffer.from(body.length > 0 ? '\r\n0\r\n\r\n' : '\r\n'),
      ])
    : body
  return {
    bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, chance(0.9) ? 'latin1' : 'utf8'), chunks]),
    isBroken: isOff || odd === 'CONNECT',
  }
}

export interface Answer {
  /** Of every response on the connection; none where it was closed without one. */
  readonly statuses: readonly number[]
  /** From the connection until it was closed. */
  readonly ms: number
  readonly timedOut: boolean
}

/** Sends the bytes over a connection of its own, and reads until the server closes it. */
export function sendBytes(port: number, { bytes, isBroken }: HostileRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const statuses: number[] = []
    let timedOut = false
    const socket = connect(port, '127.0.0.1', () => {
      if (isBroken) socket.end(bytes)
      else socket.write(bytes)
    })
    socket.setTimeout(20_000, () => {
      timedOut = true
      socket.destroy()
    })
    socket.on('data', (data: Buffer) => {
      for (const [, status] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status))
    })
    // the server may close while the request is still being sent
    socket.on('error', () => {})
    socket.on('close', () => resolve({ statuses, ms: performance.now() - startedAt, timedOut }))
  })
}
