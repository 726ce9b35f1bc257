import { signInWithKey } from '../../contract/index.ts'
import { call } from './client.ts'
import { readConfig } from './config.ts'
import { isByCookie } from './credentials.ts'
import { credentialsAt, currentSessionQuery, type SessionReply } from './current-session.ts'
import { queryClient } from './queries.ts'
import { session } from './session.ts'

/**
 * Replaces a key that this browser has kept by a session of the service's, where that has them. If it fails, the key is as good as
 * before.
 */
export async function giveUpKey(): Promise<void> {
  const kept = session.current()
  const { sessions, baseUrl } = await readConfig()
  if (!kept || isByCookie(kept) || !sessions || kept.baseUrl !== baseUrl) return
  const impersonator = session.impersonator()
  const owner = impersonator?.partner ?? kept
  if (isByCookie(owner)) return
  const body = { id: owner.id, key: owner.key, keep: session.isOnDevice() }
  const reply = await call(signInWithKey, { body }).catch(() => null)
  const current = reply?.session
  const [place] = current?.memberships ?? []
  // somebody may have signed out meanwhile
  if (!current || !place || session.current() !== kept) return
  const own = credentialsAt(current, place, baseUrl)
  if (impersonator) session.start({ ...own, role: 'user', id: kept.id }, false, { ...impersonator, partner: own })
  else session.start(own, false)
}

/** Goes on after the key of the account was replaced, which ends the sessions that it opened. A person's goes on by itself. */
export async function renewSession(key: string): Promise<void> {
  const credentials = session.current()
  if (!credentials || !isByCookie(credentials)) {
    session.renew(key)
    return
  }
  if (credentials.subject !== credentials.id) return
  const keep = queryClient.getQueryData<SessionReply>(currentSessionQuery.queryKey)?.session?.kept ?? false
  const reply = await call(signInWithKey, { body: { id: credentials.id, key, keep } })
  if (!reply.session) return
  queryClient.setQueryData(currentSessionQuery.queryKey, reply)
  session.start({ ...credentials, session: reply.session.id }, false)
}
