/** What gives away a secret wherever it stands in a name. */
const secretParts = [
  'key',
  'token',
  'secret',
  'passw',
  'passphrase',
  'passcode',
  'pwd',
  'credential',
  'session',
  'sessid',
  'signature',
  'bearer',
  'jwt',
  'oauth',
  'csrf',
  'xsrf',
  'saml',
]
/** What gives it away as a word of a name. */
const secretWords = new Set([
  'access',
  'assertion',
  'authentication',
  'authen',
  'authn',
  'authz',
  'bypass',
  'cookie',
  'cookie2',
  'cookies',
  'cred',
  'creds',
  'dpop',
  'hmac',
  'mfa',
  'oidc',
  'otp',
  'pass',
  'pin',
  'pincode',
  'pw',
  'sess',
  'sid',
  'sig',
  'sign',
  'sso',
  'ticket',
  'tkn',
  'totp',
  'verification',
])
/** What gives it away as a word's end: `auth`, `xauth`, `auth0`, `2fa`. */
const secretEnd = /(?:auth\d?|\dfa)$/
/** What gives it away as a name's last word, however it's spelled: `X-Authorization-Mode` names no credentials. */
const secretLastWord = /^auth?ori[sz]ation$/

/**
 * Whether a request header's value is a secret, by its name: it is encrypted at rest and always returned as null. Hiding
 * one too many does little harm, showing one too many does.
 */
export function isSecretHeader(name: string): boolean {
  const plain = name.trim().toLowerCase()
  // of the CORS protocol, and of responses
  if (plain.startsWith('access-control-') || plain === 'set-cookie' || plain === 'set-cookie2') return false
  const spellings = [
    plain,
    name
      .trim()
      .replace(/([a-z\d])([A-Z])/g, '$1-$2')
      .toLowerCase(),
  ]
  return (
    secretParts.some((part) => plain.includes(part)) ||
    spellings.some((spelling) => {
      const words = spelling.split(/[^a-z\d]+/)
      return (
        words.some((word) => secretWords.has(word) || secretEnd.test(word)) || secretLastWord.test(words.at(-1) ?? '')
      )
    })
  )
}
