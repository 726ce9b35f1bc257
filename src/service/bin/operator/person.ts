import { roles } from '../../../contract/index.ts'
import { endSessionsOfWho, inviteByOperator, listEverybody, placeWith, resetFactorsOfWho } from '../../people/index.ts'
import { systemClock } from '../../world/world.ts'
import type { Commands } from './command.ts'
import { emailIn } from './options.ts'
import { UsageError } from './usage-error.ts'

export const personCommands: Commands = {
  'person list': {
    usage: ['person list [--at PARTNER_OR_ACCOUNT] [--json]'],
    async run({ database, options }) {
      const list = await listEverybody(database, options.at)
      const lines = list.map(({ id, email, name, role, partner_id, account_id, last_seen_at }) => {
        const place = partner_id === null ? `account ${account_id}` : `partner ${partner_id}`
        return [id, email, name, role, place, last_seen_at ?? 'never seen'].join('  ')
      })
      return { record: list, text: lines.join('\n') }
    },
  },
  'person invite': {
    usage: ['person invite --at PARTNER_OR_ACCOUNT --email EMAIL [--role ROLE] [--json]'],
    async run(given) {
      const { database, options } = given
      const email = emailIn(options)
      const role = roles.find((one) => one === (options.role ?? 'owner'))
      if (!role) throw new UsageError(`--role must be one of ${roles.join(', ')}`)
      const place = await placeWith(options.at ?? '', database)
      if (!place) throw new UsageError('--at must be the id of a partner or an account')
      const invitation = await inviteByOperator(place, { email, role, now: Date.now() }, given)
      return { record: { email, role, invitation }, text: `invitation: ${invitation}` }
    },
  },
  'person end-sessions': {
    usage: ['person end-sessions PERSON_OR_EMAIL [--json]'],
    async run({ database, operands: [who = ''] }) {
      const ended = await endSessionsOfWho(who, database)
      if (ended === undefined) throw new UsageError(`There is no person ${who}`)
      return { record: { ended }, text: `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.` }
    },
  },
  'person reset-factors': {
    usage: ['person reset-factors PERSON_OR_EMAIL [--json]'],
    async run({ database, settings, vault, operands: [who = ''] }) {
      const had = await resetFactorsOfWho(who, { settings, database, vault, world: { clock: systemClock } })
      if (had === undefined) throw new UsageError(`There is no person ${who}`)
      return {
        record: { reset: had },
        text: had
          ? 'The second factors are removed, and all sessions have ended.'
          : 'There was no second factor. All sessions have ended.',
      }
    },
  },
}
