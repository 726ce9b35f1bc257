import { bytes, count, limits } from '../../../shared/limit.ts'

export const httpCheckLimits = limits({
  body: bytes(20 * 2 ** 20, 'The body that an HTTP check reads; the rest is left out'),
  // as in browsers
  headers: bytes(256 * 1024, 'All headers of a response to an HTTP check'),
  headerCount: count(200, 'Headers of them that are kept'),
  chunkLine: bytes(16 * 1024, 'The line with the size of a chunk'),
  header: bytes(8192, 'The value of one of them that is kept; the rest is cut'),
  cookies: count(180, 'Cookies that an HTTP check keeps for its redirects; beyond that, it forgets the oldest'),
  cookie: bytes(4096, 'The name and value of one of them; a longer one is left out'),
  redirects: count(20, 'Redirects that an HTTP check follows, as browsers do'),
})
