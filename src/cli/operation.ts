import * as z from 'zod/mini'
import { ApiError, malformed } from '../client/errors.ts'
import { jsonOf, send } from '../client/exchange.ts'
import { firstPages, pagesOf } from '../client/pages.ts'
import type { Caller, WireInput } from '../client/request.ts'
import { newIdempotencyKey, withRetries } from '../client/retries.ts'
import type { ClientScope } from '../client/client.ts'
import { allEndpoints, type Endpoint, maxPerPage } from '../contract/index.ts'
import { type Account, readAccount, scopeIn } from './account.ts'
import type { Arguments } from './arguments.ts'
import { type Command } from './commands.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { type Field, fieldsOf } from './fields.ts'
import { isPaged } from './help.ts'
import { flagOf, inputsOf } from './input.ts'
import type { Io } from './io.ts'
import { printable, printableJson, recordOf, tableOf } from './output.ts'
import { UsageError } from './usage-error.ts'
import { waitOf } from './waits.ts'

const defaultWaitSeconds = 600

/** The fields of a command in either scope, so that its flags can be read before the scope is known. */
export function fieldsOfCommand({ endpoints }: Command): readonly Field[] {
  const all = Object.values(endpoints).flatMap(fieldsOf)
  return all.filter(({ flag }, i) => all.findIndex((field) => field.flag === flag) === i)
}

/** Calls an operation and prints its reply. @throws {UsageError} and {ApiError} */
export async function runOperation(
  command: Command,
  { fields: values, general }: Arguments,
  io: Io,
): Promise<ExitCode> {
  const account = await readAccount(io.env)
  const endpoint = endpointFor(command, scopeIn(general.scope), account)
  const fields = fieldsOf(endpoint)
  const stray = [...values.keys()].filter((flag) => !fields.some((field) => field.flag === flag))
  if (stray.length > 0)
    throw new UsageError(
      'A flag is wrong.',
      Object.fromEntries(stray.map((flag) => [flag, `isn't for a ${scopeOf(endpoint)}`])),
    )
  const defaults = account.partnerId === undefined ? {} : { partner_id: account.partnerId }
  const body = general.body === undefined ? undefined : await bodyIn(general.body, io)
  const inputs = inputsOf(endpoint, fields, { values, defaults, body })
  const caller: Caller = { baseUrl: account.baseUrl, key: account.key }
  const call = (called: Endpoint, input: WireInput) => replyTo(called, input, caller, io)

  if (general.wait !== undefined) return waitFor(endpoint, inputs, { general, call, io })
  if (general.all !== undefined) return printAll(endpoint, inputs, { json: general.json !== undefined, call, io })
  for (const [i, input] of inputs.entries()) {
    const text = await call(endpoint, input)
    if (inputs.length > 1) io.err(`${i + 1} of ${inputs.length} calls done`)
    print(text, endpoint, general.json !== undefined, io)
  }
  return exitCodes.done
}

function endpointFor({ noun, verb, endpoints }: Command, asked: ClientScope | undefined, account: Account): Endpoint {
  const scope = asked ?? account.scope
  const endpoint = endpoints[scope]
  if (endpoint) return endpoint
  const other = scope === 'partner' ? "an account's" : "a partner's"
  throw new UsageError(`${noun} ${verb} needs ${other} key.`)
}

const scopeOf = ({ id }: Endpoint) => id.split('.')[0] ?? ''

async function bodyIn(path: string, io: Io): Promise<unknown> {
  const text = await io.readFile(path).catch(() => {
    throw new UsageError('A flag is wrong.', { body: "can't be read" })
  })
  const body = jsonOf(text)
  if (body === undefined) throw new UsageError('A flag is wrong.', { body: 'must be JSON' })
  return body
}

/** Sends a request, again if that may help. @returns the reply's JSON as it came */
async function replyTo(endpoint: Endpoint, input: WireInput, caller: Caller, { fetch }: Io): Promise<string> {
  const { method } = endpoint
  const idempotencyKey = method === 'POST' ? newIdempotencyKey() : undefined
  const once = () => send(endpoint, input, caller, { idempotencyKey, fetch })
  const { response, text } = await withRetries(once, { method, idempotencyKey })
  if (jsonOf(text) === undefined) throw malformed(response)
  return text
}

type Call = (endpoint: Endpoint, input: WireInput) => Promise<string>

interface Waiting {
  readonly general: Arguments['general']
  readonly call: Call
  readonly io: Io
}

async function waitFor(
  endpoint: Endpoint,
  inputs: readonly WireInput[],
  { general, call, io }: Waiting,
): Promise<ExitCode> {
  const wait = waitOf(endpoint)
  if (!wait) throw new UsageError('A flag is wrong.', { wait: 'has nothing to wait for here' })
  const seconds = general.wait === 'true' ? defaultWaitSeconds : Number(general.wait)
  if (!(seconds > 0)) throw new UsageError('A flag is wrong.', { wait: 'must be a number of seconds' })
  const end = io.now() + seconds * 1000
  const { reply, rows, problems } = await wait.run(inputs, {
    call: async (name, input) => JSON.parse(await call(endpointNamed(`${scopeOf(endpoint)}.${name}`), input)),
    pause: io.pause,
    isOver: () => io.now() >= end,
    note: io.err,
  })
  if (rows && general.json === undefined) printRows(rows, io)
  else print(JSON.stringify(reply), endpoint, general.json !== undefined, io)
  for (const problem of problems) io.err(printable(problem))
  return problems.length > 0 ? exitCodes.waited : exitCodes.done
}

function endpointNamed(id: string): Endpoint {
  const endpoint = allEndpoints.find((one) => one.id === id)
  if (!endpoint) throw new Error(`There is no ${id}.`)
  return endpoint
}

/** All pages of a list: one table, or one JSON list of all rows. */
async function printAll(
  endpoint: Endpoint,
  [input = {}]: readonly WireInput[],
  { json, call, io }: { readonly json: boolean; readonly call: Call; readonly io: Io },
): Promise<ExitCode> {
  if (!isPaged(endpoint)) throw new UsageError('A flag is wrong.', { all: 'is for lists that come in pages' })
  const read = async (page: number): Promise<PageOfList> =>
    JSON.parse(await call(endpoint, { ...input, query: { per_page: maxPerPage, ...input.query, page } }))
  const rows: unknown[] = []
  for await (const page of pagesOf(read, { choose: firstPages() })) rows.push(...rowsIn(page, endpoint))
  if (json) io.out(printableJson(JSON.stringify(rows)))
  else printRows(rows, io)
  return exitCodes.done
}

type PageOfList = Readonly<Record<string, unknown>> & { readonly total_pages?: number }

function rowsIn(reply: unknown, { rows }: Endpoint): readonly unknown[] {
  const list = rows && typeof reply === 'object' && reply !== null ? new Map(Object.entries(reply)).get(rows) : reply
  return Array.isArray(list) ? list : []
}

function print(text: string, endpoint: Endpoint, json: boolean, io: Io): void {
  if (json) {
    io.out(printableJson(text.trimEnd()))
    return
  }
  const reply = jsonOf(text)
  const list = endpoint.rows === undefined && !Array.isArray(reply) ? undefined : rowsIn(reply, endpoint)
  if (list) printRows(list, io)
  else io.out(recordOf(reply, styleOf(io)))
}

function printRows(rows: readonly unknown[], io: Io): void {
  if (rows.length === 0) io.err('Nothing found.')
  else io.out(tableOf(rows, styleOf(io)))
}

const isColoured = ({ env, width }: Io) => width !== undefined && !env['NO_COLOR']
const styleOf = (io: Io) => ({
  width: io.width,
  ...(isColoured(io) ? { bold: (text: string) => `\u001b[1m${text}\u001b[22m` } : {}),
})

/** Says why a command failed, on the error output. With JSON, in the form of the service's own errors. */
export function report(error: unknown, fields: readonly Field[], json: boolean, io: Io): ExitCode {
  if (error instanceof z.core.$ZodError) return report(malformed(), fields, json, io)
  if (!(error instanceof UsageError) && !(error instanceof ApiError)) throw error
  const isUsage = error instanceof UsageError
  const flags = isUsage
    ? error.flags
    : Object.fromEntries(Object.entries(error.fields).map(([path, problem]) => [flagOf(path, fields), problem]))
  if (json) {
    const details = isUsage ? {} : { status: error.status, request_id: error.requestId, retry_after: error.retryAfter }
    io.err(
      printableJson(JSON.stringify({ error: error.message, fields: isUsage ? error.flags : error.fields, ...details })),
    )
  } else {
    io.err(printable(error.message))
    for (const [flag, problem] of Object.entries(flags)) io.err(`  --${printable(flag)}: ${printable(problem)}`)
    if (!isUsage && error.requestId) io.err(`  request ${printable(error.requestId)}`)
  }
  return isUsage ? exitCodes.usage : exitCodes.failed
}
