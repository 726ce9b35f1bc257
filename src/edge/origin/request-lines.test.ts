import { expect, test } from 'vitest'
import { originTrailers } from './request-lines.ts'

test('a visitor’s trailers say nothing that a head must say', () => {
  const refused =
    'X-Forwarded-For Forwarded X_Forwarded_Host X-Http-Method Authorization Cookie Host Content-Length Transfer-Encoding Content-Type Cache-Control If-Match Range TE Set-Cookie Proxy-Authorization Via'
  const kept = 'X-Checksum Content-Digest Server-Timing Grpc-Status'
  const lines = (names: string) => names.split(' ').flatMap((name) => [name, '1'])
  expect(originTrailers(lines(`${refused} ${kept}`))).toEqual(lines(kept))
})
