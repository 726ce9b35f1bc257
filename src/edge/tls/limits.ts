import { bytes, count, limits, time } from '../../shared/limit.ts'

export const tlsLimits = limits({
  handshake: time(10_000, 'For a TLS handshake'),
  pairs: count(10_000, 'Certificates in `EDGE_CERTIFICATES`; further ones are left out'),
  file: bytes(256 * 1024, 'One of its files'),
  ready: count(2000, 'Certificates kept ready for handshakes, 38 KiB each; others take 1 ms longer'),
  tickets: time(4 * 3_600_000, 'How long a session ticket is worth something at most'),
  challengePause: time(50, 'From one look for pending questions of certificate authorities to the next'),
  challengeTime: time(2000, 'For the database to answer'),
})
