import type { SignInMethod } from '../../contract/index.ts'
import type { Flag, Json, Time } from './columns.ts'

export interface PersonTable {
  id: string
  name: string
  email: string
  email_lower: string
  /** See `passwordHash`. Null until a password is set by link. */
  password_hash: string | null
  /** Whether the service made the password, so that it has to be changed first. */
  password_is_generated: Flag
  password_set_at: Time | null
  created_at: Time
}

/** That a person works for a partner or an account. */
export interface MembershipTable {
  id: string
  person_id: string
  /** One of these two is null. */
  partner_id: string | null
  account_id: string | null
  /** One of `roles`. */
  role: string
  created_at: Time
  /** To the minute. */
  last_seen_at: Time | null
}

/** A browser that is signed in, as a person or with the key of a partner or account. */
export interface SessionTable {
  id: string
  /** What its cookie is looked up by. */
  token_hash: string
  person_id: string | null
  /** With a person too, it is the partner by whose single sign-on they came. */
  partner_id: string | null
  /** With a person too, it is the one account that a link has opened to them. */
  account_id: string | null
  /** The key that opened it. The session ends when the partner or account has another. */
  key_hash: string | null
  /** One of `signInMethods`. */
  method: string
  /** When the person last showed who they are, by more than the session. Null if they haven't. */
  proved_at: Time | null
  /** That a passkey has to answer, once, until `challenge_ends_at`. */
  challenge: string | null
  challenge_ends_at: Time | null
  /** Whether it outlives the browser, and hours without a request. */
  kept: Flag
  browser: string | null
  address: string
  created_at: Time
  /** To the minute. */
  seen_at: Time
  ends_at: Time
}

/**
 * A key of a partner or an account. The main one's secret is in the row of the partner or account, and its row here, which has the
 * same id, only when it has been used or rotated.
 */
export interface ApiKeyTable {
  id: string
  /** One of these two is null. */
  partner_id: string | null
  account_id: string | null
  main: Flag
  name: string
  /** One of `roles`. */
  role: string
  /** JSON list of the ids of the sites that it is limited to; null for all. */
  sites: Json | null
  /** Null of a main key. */
  key_hash: string | null
  created_at: Time
  /** The name of who created it. */
  created_by: string | null
  rotated_at: Time | null
  ends_at: Time | null
  /** To the minute. */
  used_at: Time | null
  /** The client's address. */
  used_from: string | null
  /** The secret that the latest rotation replaced, until when it works, and its last use. */
  old_key_hash: string | null
  old_ends_at: Time | null
  old_used_at: Time | null
  old_used_from: string | null
  /** That somebody gave access to, by OAuth. */
  application_id: string | null
  /** Of that person: the key ends with it, and does no more. */
  membership_id: string | null
}

/** What a link may do, once. */
export interface PersonLinkTable {
  id: string
  token_hash: string
  kind: 'invitation' | 'reset' | 'sign_in'
  email: string
  email_lower: string
  /** Whose password it sets, or whom it signs in. */
  person_id: string | null
  /** Where it invites to. One that signs in has the account, and the partner that made it. */
  partner_id: string | null
  account_id: string | null
  role: string | null
  /** The name of who made it. */
  invited_by: string | null
  /** What lets them invite. */
  membership_id: string | null
  /** The page of the dashboard that it leads to. */
  path: string | null
  created_at: Time
  expires_at: Time
  used_at: Time | null
}

/** What changed at a partner itself, as `events` has it of accounts. */
export interface PartnerEventTable {
  id: string
  partner_id: string
  at: Time
  kind: string
  actor: string
  person_id: string | null
  person_name: string | null
  key_id: string | null
  key_name: string | null
  detail: Json
}

/** Single sign-on of a partner: an identity provider that the operator has set for it. */
export interface SignOnTable {
  partner_id: string
  issuer: string
  client_id: string
  /** Null for a public client. */
  secret_sealed: string | null
  /** One of `roles`, for whoever is new. */
  default_role: string
  /** Whether people with an address of its domains sign in that way only. */
  is_only: Flag
  created_at: Time
}

export interface SignOnDomainTable {
  /** In lower case. */
  domain: string
  partner_id: string
}

/** Whom a partner's identity provider means by a subject. */
export interface IdentityTable {
  id: string
  partner_id: string
  issuer: string
  subject: string
  person_id: string
  created_at: Time
}

/** A passkey of a person (WebAuthn). */
export interface PasskeyTable {
  id: string
  person_id: string
  /** As the browser names it. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  sign_count: number
  /** How browsers reach it. */
  transports: Json
  /** Whether it is kept on several devices. */
  synced: Flag
  name: string
  created_at: Time
  last_used_at: Time | null
}

/** A person's authenticator app (RFC 6238). */
export interface AuthenticatorTable {
  person_id: string
  secret_sealed: string
  /** The step of the last code that was used. */
  last_step: number | null
  created_at: Time
  /** Null until its first code has come. */
  confirmed_at: Time | null
}

export interface RecoveryCodeTable {
  id: string
  person_id: string
  code_hash: string
  created_at: Time
  used_at: Time | null
}

/** A sign-in that another factor completes. It opens nothing. */
export interface PendingSignInTable {
  id: string
  /** What its cookie is looked up by. */
  token_hash: string
  /** Null until a factor has said who it is. */
  person_id: string | null
  /** Of the session that it is to become: one of `signInMethods`. */
  method: SignInMethod
  kept: Flag
  /** How many codes were tried. */
  tries: number
  /** That a passkey has to answer, once. */
  challenge: string | null
  created_at: Time
  ends_at: Time
}

/** A browser that a person has signed in with. */
export interface KnownBrowserTable {
  id: string
  person_id: string
  /** What its cookie is looked up by. */
  token_hash: string
  seen_at: Time
}
