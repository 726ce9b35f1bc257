import { readFileSync } from 'node:fs'
import { roles } from '../../../contract/index.ts'
import { signOnUrl } from '../../configuration/addresses.ts'
import type { Settings } from '../../configuration/configuration.ts'
import type { Database } from '../../database/index.ts'
import { personLimits, placeWith, readSignOnOf, removeSignOn, setSignOn } from '../../people/index.ts'
import type { Output, Command } from './command.ts'
import type { Options } from './options.ts'
import { UsageError } from './usage-error.ts'

/** What a partner's single sign-on takes. */
export const signOn: Command = {
  usage: [
    'partner sso set ID --issuer URL --client-id CLIENT [--client-secret-file FILE] --domains DOMAIN,…\n' +
      '    [--default-role ROLE] [--only] [--json]',
    'partner sso show|remove ID [--json]',
  ],
  async run({ database, settings, vault, options, operands: [verb, id = ''] }) {
    const partner = await placeWith(id, database)
    if (partner?.kind !== 'partner') throw new UsageError(`There is no partner ${id}`)
    switch (verb) {
      case 'set':
        await setSignOn(id, settingsIn(options), { database, vault, now: Date.now() })
        return show(id, database, settings)
      case 'show':
        return show(id, database, settings)
      case 'remove': {
        const removed = await removeSignOn(id, database)
        if (!removed) throw new UsageError(`${partner.name} has no single sign-on`)
        return {
          record: { id, removed },
          text: `${partner.name} has no single sign-on any more; its sessions have ended.`,
        }
      }
      default:
        throw new UsageError('partner sso takes set, show or remove')
    }
  },
}

async function show(id: string, database: Database, settings: Settings): Promise<Output> {
  const found = await readSignOnOf(id, database)
  if (!found) throw new UsageError('There is no single sign-on')
  const redirectUri = signOnUrl(settings)
  return {
    record: { id, ...found, redirect_uri: redirectUri },
    text: [
      `issuer: ${found.issuer}`,
      `client: ${found.client_id}${found.has_secret ? '' : ' (without a secret)'}`,
      `domains: ${found.domains.join(', ')}`,
      `role of who is new: ${found.default_role}`,
      `other ways to sign in: ${found.only ? 'none' : 'passwords and passkeys'}`,
      `redirect URI to register: ${redirectUri}`,
    ].join('\n'),
  }
}

const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/

function settingsIn(options: Options): Parameters<typeof setSignOn>[1] {
  const { issuer = '', domains = '', only = false } = options
  const clientId = options['client-id']?.trim()
  if (!isIssuer(issuer))
    throw new UsageError('--issuer must be an https URL without a query, such as https://login.example.com')
  if (!clientId) throw new UsageError('--client-id is required')
  const all = [
    ...new Set(
      domains
        .toLowerCase()
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ]
  const wrong = all.find((one) => !domain.test(one))
  if (all.length === 0) throw new UsageError('--domains is required, such as a.example,b.example')
  if (wrong !== undefined) throw new UsageError(`--domains must be domains of email addresses, not ${wrong}`)
  if (all.length > personLimits.domains) throw new UsageError(`--domains takes ${personLimits.domains} at most`)
  const defaultRole = roles.find((one) => one === (options['default-role'] ?? 'viewer'))
  if (!defaultRole || defaultRole === 'owner')
    throw new UsageError(`--default-role must be one of ${roles.filter((one) => one !== 'owner').join(', ')}`)
  const file = options['client-secret-file']
  const secret = file === undefined ? {} : { clientSecret: secretIn(file) }
  return { issuer, clientId, ...secret, domains: all, defaultRole, only }
}

/** Plain http only on this machine. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname))
  )
}

/** A client's secret, from a file or with `-` from standard input: arguments of a program can be seen by others. */
function secretIn(file: string): string {
  let text
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(
      `--client-secret-file can't be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (text === '' || /\s/.test(text)) throw new UsageError('--client-secret-file must hold the secret and nothing else')
  return text
}
