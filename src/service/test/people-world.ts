import { expect } from 'vitest'
import { type Endpoint, listEvents, signIn } from '../../contract/index.ts'
import { insertMember, ownPage } from './people.ts'
import { testPassword } from './password.ts'
import { send } from './send.ts'
import { type Answer, type TestOptions, testService } from './service.ts'
import { waitFor } from './wait-for.ts'

export const hour = 3600_000
export const day = 24 * hour

/** A browser, at an address: it keeps the cookies that it is given. */
export function browserOf(service: Awaited<ReturnType<typeof testService>>, account?: string, address?: string) {
  const jar = new Map<string, string>()
  const ask = async (endpoint: Endpoint, input: { path?: Record<string, string>; body?: unknown } = {}) => {
    const headers = { ...ownPage, ...(account === undefined ? {} : { 'SERVICE-ACCOUNT-ID': account }) }
    const answer = await send(service, endpoint, {
      ids: {},
      ...input,
      ...(input.path ? { ids: input.path } : {}),
      cookie: jar.size === 0 ? undefined : [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      headers,
      address,
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    ask,
    /** The token of the session's cookie, or of another. */
    cookie: (suffix = '') => jar.get(`${sessionCookie}${suffix}`),
    use: (token: string | undefined, suffix = '') =>
      token === undefined ? jar.delete(`${sessionCookie}${suffix}`) : jar.set(`${sessionCookie}${suffix}`, token),
    signIn: (email: string, password = testPassword, keep = false) => ask(signIn, { body: { email, password, keep } }),
  }
}

const sessionCookie = '__Host-site-performance'

/** A partner, an account with an owner, and the browsers of people. */
export async function peopleWorld(options: TestOptions = {}) {
  const service = await testService(options)
  await service.mailer.start()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const owner = await insertMember(service.db, { account_id: account.id }, 'owner', { email: 'Ada@Example.com' })
  const mailed = (to: string, wanted: RegExp, count = 1) =>
    waitFor(() => {
      const found = service.world.mail.letters
        .filter((letter) => letter.to === to)
        .flatMap(({ text }) => wanted.exec(text)?.[1] ?? [])
      expect(found).toHaveLength(count)
      return found.at(-1) ?? ''
    }, 5)
  const browser = (of: string | undefined = account.id, address?: string) => browserOf(service, of, address)
  const signedIn = async (email = owner.email) => {
    const made = browser()
    expect((await made.signIn(email)).status).toBe(200)
    return made
  }
  const events = async () => (await service.ask(listEvents.user, { query: { per_page: 100 } }, account.key)).rows
  return { ...service, service, partner, account, owner, browser, signedIn, mailed, events }
}

/** The session that an answer holds. */
export const sessionIn = ({ body }: Answer) => (body as { session: Record<string, unknown> | null }).session
