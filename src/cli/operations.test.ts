import { expect, test } from 'vitest'
import { allEndpoints, type Endpoint } from '../contract/index.ts'
import { exampleInputs } from '../service/http/curl.ts'
import { type Populated, populate } from '../service/test/fixtures.ts'
import { copiesOf, start } from '../service/test/service.ts'
import { variables } from './account.ts'
import { commands, takesKey } from './commands.ts'
import { bodyOf, choicesOf, fieldsOf, isSwitch } from './fields.ts'
import { fetchFrom, ran, testUrl } from './testing.ts'

/** A command in each scope that has it. */
const cases = commands.flatMap((command) =>
  Object.entries(command.endpoints).map(([scope, endpoint]) => ({
    name: `${command.noun} ${command.verb} --scope ${scope}`,
    command,
    scope,
    endpoint,
  })),
)

type Case = (typeof cases)[number]

test('every operation that takes a key has a command', () => {
  expect(new Set(cases.map(({ endpoint }) => endpoint.id))).toEqual(
    new Set(allEndpoints.filter(takesKey).map(({ id }) => id)),
  )
})

const copy = copiesOf(async (service) => populate(service, await service.makePartner()), {
  env: { EDGE_TLS_PORT: '0', ACME_DIRECTORY: 'https://authority.example/directory' },
})

/** A service with an account of everything, and the command line of its holder and its partner. */
async function world() {
  const { service, made } = await copy()
  await service.stop()
  const { partner, account } = made
  const cli = (args: readonly string[], scope: string, input?: string) =>
    ran([...args, '--json'], {
      env: {
        [variables.key]: scope === 'partner' ? partner.key : account.key,
        [variables.url]: testUrl,
        [variables.scope]: scope,
        ...(scope === 'partner' ? { [variables.partner]: partner.id } : {}),
      },
      fetch: fetchFrom(service),
      ...(input === undefined ? {} : { input }),
    })
  return { ...made, service, cli }
}
type World = Awaited<ReturnType<typeof world>>

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** The flags of an example: text for what is plain, each item of a list, and JSON for the rest. */
function flagsOf(values: object): readonly string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const flag = `--${name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (Array.isArray(value) && value.every(isPlain)) return value.flatMap((item) => [flag, String(item)])
    return [flag, isPlain(value) ? String(value) : JSON.stringify(value)]
  })
}

const idFlags = (endpoint: Endpoint, ids: Populated['ids']) =>
  fieldsOf(endpoint)
    .filter((field) => field.in === 'path' && field.flag !== 'partner-id')
    .flatMap(({ flag, path: [name = ''] }) => [`--${flag}`, ids[name] ?? ''])

/** The example of the reference, as a command line and what is piped in. */
function exampleOf(endpoint: Endpoint, ids: Populated['ids']): { args: readonly string[]; input?: string } {
  const text = JSON.stringify(new Map(Object.entries(exampleInputs)).get(endpoint.id) ?? {})
  const { query = {}, body = {} } = JSON.parse(
    text.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => ids[name.toLowerCase()] ?? ''),
  ) as { query?: object; body?: object }
  const args = [...idFlags(endpoint, ids), ...flagsOf(query)]
  return bodyOf(endpoint)?.isList
    ? { args: [...args, '--body', '-'], input: JSON.stringify(body) }
    : { args: [...args, ...flagsOf(body)] }
}

/** What has to be so before an operation can succeed. */
async function prepare({ id }: Endpoint, { service: { db }, account, ids }: World): Promise<void> {
  if (id === 'partner.accounts.delete') await db.deleteFrom('sites').where('account_id', '=', account.id).execute()
  // the other hosts have no counterpart
  if (id.endsWith('.sites.setRedirect'))
    await db
      .updateTable('sites')
      .set({ host: 'www.redirected.example' })
      .where('id', '=', ids['site_id'] ?? '')
      .execute()
  if (id.endsWith('.monitors.run'))
    await db
      .updateTable('monitors')
      .set({ next_due_at: start + 1 })
      .execute()
}

/** Arguments that are wrong in one flag, and that flag. */
function wrongOf(endpoint: Endpoint, ids: Populated['ids']): { args: readonly string[]; flag: string } {
  const fields = fieldsOf(endpoint)
  const path = idFlags(endpoint, ids)
  const choice = fields.find(
    ({ in: where, shape }) => where !== 'path' && (choicesOf(shape).length > 0 || isSwitch(shape)),
  )
  if (choice) return { args: [...path, `--${choice.flag}`, 'something-else'], flag: choice.flag }
  const needed = fields.find(({ required, flag }) => required && flag !== 'partner-id')
  if (needed) return { args: [], flag: needed.flag }
  return { args: [...path, '--no-such-flag', 'x'], flag: 'no-such-flag' }
}

async function tryOut({ name, command: { noun, verb }, scope, endpoint }: Case, made: World): Promise<void> {
  const wrong = wrongOf(endpoint, made.ids)
  const refused = await made.cli([noun, verb, ...wrong.args], scope)
  expect(refused, name).toMatchObject({ code: 2, out: '', sent: 0 })
  expect(refused.err, name).toContain(wrong.flag)

  await prepare(endpoint, made)
  const { args, input } = exampleOf(endpoint, made.ids)
  const { code, out, err } = await made.cli([noun, verb, ...args], scope, input)
  expect(err).not.toContain(made.account.key)
  if (endpoint.id.endsWith('.sites.renewCertificate')) {
    // the site isn't live
    expect({ code, err }, name).toEqual({ code: 1, err: expect.stringContaining('"status":409') })
    return
  }
  expect(code, `${name}: ${err}`).toBe(0)
  expect(endpoint.reply.safeParse(JSON.parse(out)).error, `${name}: ${out}`).toBeUndefined()
}

test.each([...new Set(commands.map(({ noun }) => noun))])(
  'the commands of %s work with the examples of the reference, and refuse a wrong field by its flag',
  async (noun) => {
    for (const one of cases.filter(({ command }) => command.noun === noun)) await tryOut(one, await world())
  },
)
