import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSecretHeader } from './secret-headers.ts'

const secret = `Authorization, authorization, Proxy-Authorization, X-Authorization, X-Forwarded-Authorization, Cookie,
  X-Original-Cookie, X-Auth, X-AUTH, xAuth, X-Auth-User, X_AUTH, XAuth, Auth, X-Authentication, X-Authn, X-OAuth, OAuth2, X-Session,
  X-Session-Id, sessionId, PHPSESSID, JSESSIONID, sid, X-Sid, X-Sess, X-Signature, X-Hub-Signature-256, X-Amz-Signature,
  X-Sig, X-HMAC, X-Passwd, X-Password, DB_PASSWORD, x-password-hint, X-Pwd, X-Pass, X-Passphrase, X-Passcode, X-Pin, X-OTP, X-TOTP,
  X-Credential, X-Amz-Credential, credentials, X-Cred, Bearer, X-Bearer, jwt, X-JWT, X-Goog-IAP-JWT-Assertion, X-Assertion,
  X-Access, X-Access-Code, CF-Access-Client-Id, X-API-KEY, apikey, Ocp-Apim-Subscription-Key, X-Csrf, X-XSRF, X-CSRF-Token,
  X-Vault-Token, X-Amz-Security-Token, Client-Secret, X-Ticket, X-SSO, X-SAML-Response, DPoP,
  X-Auth0, Auth2, basicauth, userauth, .ASPXAUTH, X-Authen, X-Authorisation, X-Autorization, Cookies, X-Cookie-Jar, X-2FA, X-2FA-Code,
  X-Verification-Code, pincode, X-PW, userpwd, X-Api-Sign, X-Tkn, x-amzn-oidc-data, x-vercel-protection-bypass`
const open = `Accept, Accept-Language, Accept-Encoding, User-Agent, Host, Origin, Referer, Content-Type, Content-Length,
  Cache-Control, If-None-Match, If-Modified-Since, Range, DNT, Upgrade-Insecure-Requests, X-Requested-With, X-Forwarded-For,
  X-Forwarded-Proto, X-Request-Id, traceparent, Save-Data, Sec-Fetch-Site, Sec-CH-UA, Access-Control-Request-Method,
  Access-Control-Request-Headers, Author, X-Author, X-Authority, WWW-Authenticate, X-Authorization-Mode, Set-Cookie, Pragma,
  X-Passthrough, X-Compass, X-Assessment, X-Inside, X-Side, X-Design, X-Spin, X-Accessibility, X-Tenant, X-Debug, Via`
const list = (names: string) => names.split(',').map((name) => name.trim())

test.each(list(secret))('the value of %s is a secret', (name) => expect(isSecretHeader(name)).toBe(true))
test.each(list(open))('the value of %s is none', (name) => expect(isSecretHeader(name)).toBe(false))

test('neither case nor what separates the words makes a secret an open value', () => {
  const words = fc.constantFrom('session', 'token', 'auth', 'sid', 'pass', 'access', 'credential', 'jwt', 'signature')
  const around = fc.constantFrom('x', 'my', 'shop', 'v2')
  fc.assert(
    fc.property(around, words, fc.constantFrom('-', '_', '.'), (prefix, word, mark) => {
      const name = [prefix, word].join(mark)
      expect(isSecretHeader(name)).toBe(true)
      expect(isSecretHeader(name.toUpperCase())).toBe(true)
      expect(isSecretHeader(`${prefix}${word[0]?.toUpperCase()}${word.slice(1)}`)).toBe(true)
    }),
  )
})
