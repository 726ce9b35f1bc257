import { notFound } from '../api/errors.ts'
import type { Handlers } from '../api/handler.ts'
import { cookieWithout } from './cookie.ts'
import { currentRecord, sessionRecordOf } from './record.ts'
import { endOf, sessionsLike } from './store.ts'

type Handled = `person.session.${'read' | 'signOut'}` | `person.sessions.${'list' | 'end' | 'endOthers'}`

export const sessionHandlers: Handlers<Handled> = {
  async 'person.session.read'(_, { signedIn, token, setCookie, services }) {
    // a browser needn't send again what is over
    if (!signedIn && token !== undefined) setCookie(cookieWithout(services.settings))
    return { session: signedIn && (await currentRecord(signedIn, services.database)) }
  },

  async 'person.session.signOut'(_, { signedIn: { session }, setCookie, services }) {
    await services.database.db.deleteFrom('sessions').where('id', '=', session.id).execute()
    setCookie(cookieWithout(services.settings))
    return { id: session.id }
  },

  async 'person.sessions.list'(_, { signedIn: { session }, services: { database, world } }) {
    const all = await sessionsLike(database.db, session)
      .selectAll()
      .orderBy('seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const now = world.clock.now()
    return { sessions: all.filter((one) => now < endOf(one)).map((one) => sessionRecordOf(one, session)) }
  },

  async 'person.sessions.end'({ path }, { signedIn: { session }, setCookie, services }) {
    const { db } = services.database
    const found = await sessionsLike(db, session).select('id').where('id', '=', path.session_id).executeTakeFirst()
    if (!found) throw notFound('session')
    await db.deleteFrom('sessions').where('id', '=', found.id).execute()
    if (found.id === session.id) setCookie(cookieWithout(services.settings))
    return { id: found.id }
  },

  async 'person.sessions.endOthers'(_, { signedIn: { session }, services: { database } }) {
    const others = await sessionsLike(database.db, session).select('id').where('id', '!=', session.id).execute()
    const ids = others.map(({ id }) => id)
    if (ids.length > 0) await database.db.deleteFrom('sessions').where('id', 'in', ids).execute()
    return { ended: ids.length }
  },
}
