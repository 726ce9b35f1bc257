/** The types of settings: which texts are valid, and the values they are parsed into. */
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'

export function wholeNumber(min: number, max: number) {
  const problem = `must be a whole number from ${min} to ${max}`
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+$/, problem)), z.transform(Number)),
    z.number().check(z.gte(min, problem), z.lte(max, problem)),
  )
}

export function onOrOff() {
  return z.pipe(
    z.string().check(z.regex(/^(on|true|1|off|false|0)$/i, 'must be on or off')),
    z.transform((text) => /^(on|true|1)$/i.test(text)),
  )
}

/** A URL of one of these schemes, kept without slashes at its end. */
export function address(schemes: readonly string[]) {
  const matches = (text: string) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1))
  const problem = `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
  return z.pipe(
    z.string().check(z.refine(matches, problem)),
    z.transform((text) => text.replace(/(?<!\/)\/+$/, '')),
  )
}

export function masterKey() {
  return z.pipe(
    z.string(),
    z.transform((text, context): Uint8Array => {
      const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
      if (key.length === 32) return key
      context.issues.push({ code: 'custom', message: 'must be 32 bytes as 64 hex digits or as base64', input: null })
      return z.NEVER
    }),
  )
}

export function domainName() {
  return z.pipe(
    z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'must be a domain name')),
    z.transform((text) => text.toLowerCase()),
  )
}

/** Items with commas between them. The problem is followed by the item that has it. */
export function list(matches: (item: string) => boolean, problem: string) {
  const item = z.string().check(z.refine(matches, { error: ({ input }) => `${problem}: ${String(input)}` }))
  const split = z.transform((text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  return z.pipe(z.pipe(z.string(), split), z.array(item))
}

export function isDnsServer(text: string): boolean {
  const match = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text)
  return ipaddr.isValid(match?.[1] ?? match?.[2] ?? text) && Number(match?.[3] ?? 53) <= 65_535
}

export function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) || ipaddr.isValid(text)
}
