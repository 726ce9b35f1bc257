import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A key for signatures, as Standard Webhooks writes it: `whsec_` and 32 bytes in base64. */
export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/**
 * The headers by which a receiver knows a message, when it was sent, and that it comes from here: HMAC-SHA256 over
 * `id.timestamp.body` (Standard Webhooks 1.0, https://www.standardwebhooks.com).
 * @param at UNIX ms
 */
export function signedHeaders(id: string, at: number, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
