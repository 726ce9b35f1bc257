import * as fc from 'fast-check'

/** Mostly one of two usual texts, and otherwise one of the odd ones. */
const choice = (usual: string, other: string, odd: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constant(other) },
    { weight: 2, arbitrary: fc.constantFrom(...odd) },
  )

/** The field line that names the site. */
export const host = 'Host: www.site.example'
const another = `GET /b HTTP/1.1\r\n${host}\r\n\r\n`
const anyRequest = fc
  .tuple(
    choice('GET /a HTTP/1.1', 'GET /kept?x=%41 HTTP/1.1', [
      'GET /kept HTTP/1.0',
      'HEAD /kept HTTP/1.1',
      'POST /a HTTP/1.1',
      'get /a HTTP/1.1',
      'GET http://www.site.example/a HTTP/1.1',
      'GET //a/../b HTTP/1.1',
      'GET /a#b HTTP/1.1',
      'GET  /a HTTP/1.1',
    ]),
    choice(host, host.toLowerCase(), ['Host: WWW.Site.Example:80', 'Host: ', 'X: y']),
    fc.array(
      choice('X-Title: \t a\t', 'Accept-Encoding: gzip, br;q=0', [
        'Cookie: a=b',
        'Connection: close',
        'Connection: Keep-Alive',
        'Connection: keep-alive, X-Title',
        'Content-Length: 4',
        'Content-Length: 0',
        'Transfer-Encoding: chunked',
        'Expect: 100-continue',
        'Range: bytes=0-1',
        'If-None-Match: "a"',
        'TE: trailers',
        'Constructor: x',
        'X-Empty:',
        'X-Title: \xe4',
        host,
        'Host: other.example',
        ' folded',
        'No colon',
        'X : space',
      ]),
      { maxLength: 3 },
    ),
    choice('', 'body', ['4\r\nbody\r\n0\r\n\r\n', '\r\n', another]),
  )
  .map(([first, named, lines, body]) => `${[first, named, ...lines].join('\r\n')}\r\n\r\n${body}`)

/** A body that is a plain request if it comes by itself. */
const hidden = choice('POST', 'GET', ['PUT']).map(
  (method) => `${method} /a HTTP/1.1\r\n${host}\r\nContent-Length: ${another.length}\r\n\r\n${another}`,
)
/** Requests of visitors, most of them well-formed. */
export const request = fc.oneof({ weight: 7, arbitrary: anyRequest }, { weight: 1, arbitrary: hidden })

/** Answers of servers, most of them well-formed. */
export const answer = fc
  .tuple(
    choice('', '', ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n']),
    choice('HTTP/1.1 200 OK', 'HTTP/1.1 404 \xe4', [
      'HTTP/1.1 204 No Content',
      'HTTP/1.1 205 Reset Content',
      'HTTP/1.1 304 ',
      'HTTP/1.1 200',
      'HTTP/1.0 200 OK',
      'HTTP/1.1 101 Switching Protocols',
      'HTTP/1.1 600 No',
      'HTTP/1.1 99 No',
    ]),
    fc.array(
      choice('ETag: "a"', 'X-Title:\t\xa0x\xa0 ', [
        'Content-Length: 4',
        'Content-Length: 5',
        'Content-Length:',
        'content-length: 4, 4',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: gzip',
        'Connection: close',
        'Connection: keep-alive',
        'Keep-Alive: timeout=1',
        'Upgrade: websocket',
        'Constructor: x',
        ' folded',
        'No colon',
        'X : space',
      ]),
      { maxLength: 3 },
    ),
    choice('Content-Length: 4', 'Transfer-Encoding: chunked', ['X: y']),
    choice('body', '4\r\nbody\r\n0\r\n\r\n', ['', 'bodyHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx']),
  )
  .map(
    ([interim, first, lines, framing, body]) => `${interim}${[first, ...lines, framing].join('\r\n')}\r\n\r\n${body}`,
  )

/** Where in a text something is, as a part of its length. */
const place = fc.double({ min: 0, max: 1, noNaN: true })

const anyByte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code))
/** Parsers stumble over some more than over others. */
const byte = fc.oneof(fc.constantFrom('\r', '\n', '\t', ' ', ':', ',', ';', '0', '\0', '\x7f', '\x80', '\xff'), anyByte)

interface Change {
  readonly at: number
  readonly removed: number
  readonly added: string
}

export const change: fc.Arbitrary<Change> = fc.record({
  at: place,
  removed: fc.nat({ max: 2 }),
  added: fc.option(byte, { nil: '' }),
})

const changes = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
)
/** Messages are cut after their head more often than chance would have it. */
const cuts = fc.array(fc.oneof({ weight: 3, arbitrary: place }, { weight: 1, arbitrary: fc.constant('head') }), {
  maxLength: 4,
})

/** Messages of one character for each byte, a third of them with bytes that were changed, in the pieces in which they come. */
export function inPieces(messages: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return fc.tuple(messages, changes, cuts).map(([message, made, at]) => {
    const bytes = made.reduce(changed, message)
    const headEnd = bytes.indexOf('\r\n\r\n') + 4
    const ends = at.map((cut) => (cut === 'head' ? headEnd : Math.floor(cut * bytes.length)))
    const all = [...ends.toSorted((a, b) => a - b), bytes.length]
    return all.map((end, i) => bytes.slice(all[i - 1] ?? 0, end)).filter((piece) => piece !== '')
  })
}

export function changed(text: string, { at, removed, added }: Change): string {
  const from = Math.floor(at * text.length)
  return text.slice(0, from) + added + text.slice(from + removed)
}
