import type { Json, Time } from './columns.ts'

/** A program of a third party that asks people for access. */
export interface ApplicationTable {
  /** Its `client_id`. */
  id: string
  name: string
  /** Where browsers may be sent, as a list. */
  redirect_uris: Json
  created_at: Time
}

/** What an application exchanges for a key, once. */
export interface AuthorizationCodeTable {
  code_hash: string
  application_id: string
  redirect_uri: string
  /** The SHA-256 of the application's verifier, in base64url. */
  code_challenge: string
  /** One of these two is null. */
  partner_id: string | null
  account_id: string | null
  role: string
  /** Of the person who allowed it; null for somebody who signed in with a key. */
  membership_id: string | null
  expires_at: Time
  used_at: Time | null
  /** When it came again, which ends the key. */
  replayed_at: Time | null
  key_id: string | null
}
