const credentialHeaders = ['authorization', 'cookie', 'proxy-authorization']
const secretWords = ['key', 'token', 'secret', 'password']

/** Whether a request header's value is a secret: it is encrypted at rest and always returned as null. */
export function isSecretHeader(name: string): boolean {
  const lower = name.trim().toLowerCase()
  return credentialHeaders.includes(lower) || secretWords.some((word) => lower.includes(word))
}
