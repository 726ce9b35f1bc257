import { createApplication, listApplications, redirectUrisOf, removeApplication } from '../../oauth/index.ts'
import type { Commands } from './command.ts'
import { nameIn } from './options.ts'
import { UsageError } from './usage-error.ts'

export const applicationCommands: Commands = {
  'application create': {
    usage: ['application create --name NAME --redirect-uri URI… [--json]'],
    async run({ database, options }) {
      const given = { name: nameIn(options), redirectUris: options['redirect-uri'] ?? [], now: Date.now() }
      const application = await createApplication(database, given)
      const { id: client_id, name } = application
      return {
        record: { client_id, name, redirect_uris: redirectUrisOf(application) },
        text: `client_id: ${client_id}`,
      }
    },
  },
  'application list': {
    usage: ['application list [--json]'],
    async run({ database }) {
      const records = (await listApplications(database)).map((one) => ({
        client_id: one.id,
        name: one.name,
        redirect_uris: redirectUrisOf(one),
      }))
      const lines = records.map(({ client_id, name, redirect_uris }) => [client_id, name, ...redirect_uris].join('  '))
      return { record: records, text: lines.join('\n') }
    },
  },
  'application remove': {
    usage: ['application remove CLIENT_ID'],
    async run({ database, operands: [id = ''] }) {
      if (!(await removeApplication(database, id, Date.now()))) throw new UsageError(`There is no application ${id}`)
      return { record: { client_id: id }, text: `The application ${id} is removed, and its keys have ended.` }
    },
  },
}
