import type { ClientScope } from '../client/client.ts'
import { allEndpoints, type Endpoint } from '../contract/index.ts'

/** What a person types for an operation, in the API of each scope that has it. */
export interface Command {
  readonly noun: string
  readonly verb: string
  readonly endpoints: Readonly<Partial<Record<ClientScope, Endpoint>>>
}

/** `perPage` and `per_page` as `per-page`. */
export const kebab = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

/** `accounts update-email` of `partner.accounts.updateEmail`, `quotas read` of `user.quotas`, `partner read` of `partner.read`. */
function nameOf(id: string): readonly [scope: ClientScope, noun: string, verb: string] {
  const [scope = '', first = '', second] = id.split('.')
  const [noun, verb] = second === undefined ? (first === 'read' ? [scope, first] : [first, 'read']) : [first, second]
  return [scope === 'partner' ? 'partner' : 'user', kebab(noun), kebab(verb)]
}

function commandsOf(endpoints: readonly Endpoint[]): readonly Command[] {
  const found = new Map<string, Command>()
  for (const endpoint of endpoints) {
    const [scope, noun, verb] = nameOf(endpoint.id)
    const name = `${noun} ${verb}`
    found.set(name, { noun, verb, endpoints: { ...found.get(name)?.endpoints, [scope]: endpoint } })
  }
  return [...found.values()]
}

/** Whether a program can call an operation. It has a key; sessions, and what is about them, are for browsers, which keep cookies. */
export const takesKey = ({ access }: Endpoint) => access !== 'session' && access !== 'guest'

/** A command for each operation of the contract that takes a key. */
export const commands = commandsOf(allEndpoints.filter(takesKey))

export const findCommand = (noun: string, verb: string) =>
  commands.find((command) => command.noun === noun && command.verb === verb)

/** The operation that help is about where no scope is set. */
export function anyEndpoint({ endpoints }: Command, scope: ClientScope = 'user'): Endpoint {
  const endpoint = endpoints[scope] ?? endpoints.user ?? endpoints.partner
  if (!endpoint) throw new Error('A command has an operation.')
  return endpoint
}
