/** Answers of servers that don't keep to the letter of HTTP, with what a browser makes of them. Characters are bytes. */
export interface RawAnswer {
  readonly name: string
  readonly raw: string
  /** The status that a visitor gets, or why there is none. */
  readonly expected: number | RegExp
}

const length = 'Content-Length: 4\r\n\r\nbody'
const head = 'HTTP/1.1 200 OK\r\n'
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`

export const rawAnswers: readonly RawAnswer[] = [
  { name: 'bare LF', raw: 'HTTP/1.1 200 OK\nServer: x\nContent-Length: 4\n\nbody', expected: 200 },
  { name: 'one bare LF', raw: `HTTP/1.1 200 OK\r\nServer: x\n${length}`, expected: 200 },
  { name: 'bare CR', raw: `HTTP/1.1 200 OK\rServer: x\r${length}`, expected: 200 },
  { name: 'a folded line', raw: `${head}X-A: a\r\n b\r\n${length}`, expected: 200 },
  { name: 'a fold in the first line', raw: `${head} X-A: a\r\n${length}`, expected: 200 },
  {
    name: 'a space before the colon',
    raw: `${head}Server : nginx\r\nContent-Length : 4\r\n\r\nbody and more`,
    expected: 200,
  },
  { name: 'no reason', raw: `HTTP/1.1 404\r\n${length}`, expected: 404 },
  { name: 'no status', raw: `HTTP/1.1\r\n${length}`, expected: 200 },
  { name: 'a status that is no number', raw: `HTTP/1.1 OK\r\n${length}`, expected: 200 },
  { name: 'a status of four digits', raw: `HTTP/1.1 2000 OK\r\n${length}`, expected: 2000 },
  { name: 'a status of two digits', raw: `HTTP/1.1 99 OK\r\n${length}`, expected: 99 },
  { name: 'lower case', raw: `http/1.1 200 OK\r\n${length}`, expected: 200 },
  { name: 'HTTP/2 as text', raw: `HTTP/2 200 OK\r\n${length}`, expected: 200 },
  { name: 'four bytes before the status line', raw: `\r\n\r\n${head}${length}`, expected: 200 },
  {
    name: 'five bytes before the status line',
    raw: `abcde${head}${length}`,
    expected: /doesn't begin with a status line/,
  },
  { name: 'no status line', raw: '<html>hello</html>', expected: /doesn't begin with a status line/ },
  { name: 'another protocol', raw: 'SSH-2.0-x\r\n', expected: /doesn't begin with a status line/ },
  { name: 'Shoutcast', raw: 'ICY 200 OK\r\n\r\nmusic', expected: 200 },
  { name: 'nothing', raw: '', expected: /the server closed the connection/ },
  { name: 'two equal lengths', raw: `${head}Content-Length: 4\r\n${length}`, expected: 200 },
  { name: 'two equal lengths in one line', raw: `${head}Content-Length: 4, 4\r\n\r\nbody`, expected: 200 },
  {
    name: 'two lengths',
    raw: `${head}Content-Length: 5\r\n${length}`,
    expected: /gives Content-Length different values/,
  },
  {
    name: 'two lengths in one line',
    raw: `${head}Content-Length: 4,\r\n\r\nbody`,
    expected: /Content-Length different/,
  },
  { name: 'a length that is none', raw: `${head}Content-Length: +4\r\n\r\nbody`, expected: 200 },
  { name: 'a length too large to count', raw: `${head}Content-Length: ${2n ** 63n}\r\n\r\nbody`, expected: 200 },
  {
    name: 'a length of almost as much',
    raw: `${head}Content-Length: ${2n ** 63n - 1n}\r\n\r\nbody`,
    expected: /the server closed the connection/,
  },
  {
    name: 'less than the length',
    raw: `${head}Content-Length: 9\r\n\r\nbody`,
    expected: /the server closed the connection/,
  },
  { name: 'more than the length', raw: `${head}${length} and more`, expected: 200 },
  { name: 'neither length nor chunks', raw: `${head}\r\nbody`, expected: 200 },
  {
    name: 'lengths beside chunks',
    raw: `${head}Content-Length: 400\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
    expected: 200,
  },
  {
    name: 'chunks among other codings',
    raw: `${head}Transfer-Encoding: foo, Chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
    expected: 200,
  },
  {
    name: 'chunks in HTTP/1.0',
    raw: 'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnone',
    expected: 200,
  },
  { name: 'chunks with bare LF, extension and trailer', raw: `${chunked}4 ;a=b\nbody\n0\nX-A: a\n\n`, expected: 200 },
  { name: 'a chunk without a size', raw: `${chunked}xyz\r\nbody\r\n0\r\n\r\n`, expected: /a chunk has no valid size/ },
  { name: 'a chunk of 0x4', raw: `${chunked}0x4\r\nbody\r\n0\r\n\r\n`, expected: /a chunk has no valid size/ },
  {
    name: 'a chunk too large to count',
    raw: `${chunked}${'f'.repeat(19)}\r\nbody`,
    expected: /a chunk has no valid size/,
  },
  { name: 'a chunk longer than its size', raw: `${chunked}3\r\nbody\r\n0\r\n\r\n`, expected: /longer than its size/ },
  { name: 'no last chunk', raw: `${chunked}4\r\nbody\r\n`, expected: /the server closed the connection/ },
  {
    name: 'a last chunk without its end',
    raw: `${chunked}4\r\nbody\r\n0\r\n`,
    expected: /the server closed the connection/,
  },
  { name: 'a NUL', raw: `${head}X-A: a\0b\r\n${length}`, expected: /NUL character/ },
  { name: 'lines that are no fields', raw: `${head}nonsense\r\n: x\r\n(a): b\r\nX Y: z\r\n${length}`, expected: 200 },
  { name: 'control characters', raw: `${head}X-A: \x01\x7f\x80\r\n${length}`, expected: 200 },
  { name: 'headers of 20 kB', raw: `${head}X-A: ${'a'.repeat(20_000)}\r\n${length}`, expected: 200 },
  { name: 'headers of 255 KiB', raw: `${head}X-A: ${'a'.repeat(255 * 1024)}\r\n${length}`, expected: 200 },
  {
    name: 'headers of 1 MiB',
    raw: `${head}X-A: ${'a'.repeat(2 ** 20)}\r\n${length}`,
    expected: /headers larger than 256 KiB/,
  },
  { name: 'half a head', raw: `${head}X-A: a\r\n`, expected: 200 },
  {
    name: '100, 103 and 101',
    raw: `HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\n\nHTTP/1.1 101 S\r\n\r\n${head}${length}`,
    expected: 200,
  },
  { name: '100 and nothing more', raw: 'HTTP/1.1 100 C\r\n\r\n', expected: /the server closed the connection/ },
  {
    name: '100 and something else',
    raw: 'HTTP/1.1 100 C\r\n\r\n<html>hello',
    expected: /doesn't begin with a status line/,
  },
  { name: 'a redirect without a target', raw: `HTTP/1.1 302 Found\r\n${length}`, expected: 302 },
  { name: 'a redirect with an empty target', raw: `HTTP/1.1 302 Found\r\nLocation: \r\n${length}`, expected: 302 },
  {
    name: 'a redirect with two targets',
    raw: 'HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\n\r\n',
    expected: /Location different/,
  },
  {
    name: 'a redirect with and without a target',
    raw: 'HTTP/1.1 302 F\r\nLocation: \r\nLocation: /b\r\n\r\n',
    expected: /Location different/,
  },
  { name: 'a target that is no redirect', raw: `HTTP/1.1 300 Choices\r\nLocation: /b\r\n${length}`, expected: 300 },
  {
    name: 'a file name with a comma',
    raw: `${head}Content-Disposition: inline; filename="a,b.html"\r\n${length}`,
    expected: 200,
  },
  {
    name: 'a file name with a comma and no quotes',
    raw: `${head}Content-Disposition: inline; filename=a,b.html\r\n${length}`,
    expected: /Content-Disposition different/,
  },
]
