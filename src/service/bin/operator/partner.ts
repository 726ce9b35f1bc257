import { Partners } from '../../accounts/index.ts'
import { inviteByOperator, partnerPlace } from '../../people/index.ts'
import type { Commands, Invocation } from './command.ts'
import { emailIn, nameIn, overlapIn } from './options.ts'
import { signOn } from './sign-on.ts'
import { UsageError } from './usage-error.ts'

export const partnerCommands: Commands = {
  'partner create': {
    usage: ['partner create --name NAME --email EMAIL [--reseller] [--addon] [--json]'],
    async run(given) {
      const { reseller = false, addon = false } = given.options
      const name = nameIn(given.options)
      const email = emailIn(given.options)
      const { partner, key } = await partnersOf(given).create({ name, email, reseller, addon })
      const whom = { email, role: 'owner', now: Date.now() } as const
      const invitation = await inviteByOperator(partnerPlace(partner), whom, given)
      return {
        record: { id: partner.id, api_key: key, name, email, reseller, addon, invitation },
        text: `${name} ${partner.id} ${key}\ninvitation: ${invitation}`,
      }
    },
  },
  'partner list': {
    usage: ['partner list [--json]'],
    async run(given) {
      const list = (await partnersOf(given).list()).map((p) => ({
        id: p.id,
        name: p.name,
        email: p.email,
        reseller: p.reseller === 1,
        addon: p.addon === 1,
        granted: p.granted === 1,
        created_at: new Date(p.created_at).toISOString(),
      }))
      const lines = list.map(({ id, name, email, granted, reseller, addon }) =>
        [id, name, email, granted ? 'granted' : 'revoked', reseller && 'reseller', addon && 'addon']
          .filter(Boolean)
          .join('  '),
      )
      return { record: list, text: lines.join('\n') }
    },
  },
  'partner revoke': {
    usage: ['partner revoke ID'],
    run: (given) => setGranted(given, false),
  },
  'partner grant': {
    usage: ['partner grant ID'],
    run: (given) => setGranted(given, true),
  },
  'partner rotate-key': {
    usage: ['partner rotate-key ID [--overlap HOURS] [--json]'],
    async run(given) {
      const [id = ''] = given.operands
      const key = await partnersOf(given).rotateKey(id, overlapIn(given.options))
      if (key === undefined) throw new UsageError(`There is no partner ${id}`)
      return { record: { id, api_key: key }, text: key }
    },
  },
  'partner sso': signOn,
}

const partnersOf = ({ database, vault }: Invocation) => new Partners(database, vault)

async function setGranted(given: Invocation, granted: boolean) {
  const [id = ''] = given.operands
  if (!(await partnersOf(given).setGranted(id, granted))) throw new UsageError(`There is no partner ${id}`)
  return { record: { id, granted }, text: granted ? `Access granted to ${id}.` : `Access of ${id} revoked.` }
}
