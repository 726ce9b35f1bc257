import * as z from 'zod/mini'
import {
  type Endpoint,
  finishedMessage,
  isOptimizerState,
  maxPurgeItems,
  maxProved,
  readProof,
  visitorHandling,
} from '../contract/index.ts'
import type { WireInput } from '../client/request.ts'
import { notProved } from './proof-verdict.ts'

/** What a wait works with. */
export interface WaitTools {
  /** Calls an operation of the same scope by its name there. */
  readonly call: (name: string, input: WireInput) => Promise<unknown>
  readonly pause: (ms: number) => Promise<void>
  /** Whether the wait has taken as long as it may. */
  readonly isOver: () => boolean
  /** Says how far it is. */
  readonly note: (text: string) => void
}

/** What came of a wait. */
export interface Outcome {
  /** In place of the command's own reply. */
  readonly reply: unknown
  /** What a person sees of it, if that's a table. */
  readonly rows?: readonly unknown[]
  /** Why it failed. */
  readonly problems: readonly string[]
}

interface Wait {
  /** For its help. */
  readonly until: string
  readonly run: (inputs: readonly WireInput[], tools: WaitTools) => Promise<Outcome>
}

const tookTooLong = 'It took too long.'

/** Reads until something is so, or the time is over. */
async function readUntil<T>(
  { pause, isOver }: WaitTools,
  everyMs: number,
  read: () => Promise<T>,
  isSo: (value: T) => boolean,
): Promise<{ readonly value: T; readonly isSo: boolean }> {
  for (;;) {
    const value = await read()
    if (isSo(value)) return { value, isSo: true }
    if (isOver()) return { value, isSo: false }
    await pause(everyMs)
  }
}

const proofReply = readProof.reply
const testReply = z.looseObject({ id: z.string(), status: z.string(), suspended_message: z.nullable(z.string()) })
const samplesReply = z.looseObject({ rows: z.array(z.unknown()) })

/** Until a test has made all its rounds. */
async function untilFinished(path: WireInput['path'], testId: string, tools: WaitTools): Promise<Outcome> {
  const read = async () => z.parse(testReply, await tools.call('tests.read', { path: { ...path, test_id: testId } }))
  const { value, isSo } = await readUntil(tools, 1000, read, ({ status }) => status === 'SUSPENDED')
  const query = { profile_and_locations: [{ profile_id: testId }], per_page: 100 }
  const reply = await tools.call('samples.list', { path, query })
  const { rows } = z.parse(samplesReply, reply)
  if (!isSo) return { reply, rows, problems: [tookTooLong] }
  const { suspended_message: why } = value
  return { reply, rows, problems: why === finishedMessage ? [] : [`The test was stopped${why ? `: ${why}` : '.'}`] }
}

const siteReply = z.looseObject({ host: z.string(), optimizer: z.nullable(z.string()) })

/** Until visitors of a site come through the service. */
async function untilLive(path: WireInput['path'], tools: WaitTools): Promise<Outcome> {
  const read = async () => z.parse(siteReply, await tools.call('sites.read', { path }))
  const { value, isSo } = await readUntil(
    tools,
    5000,
    read,
    ({ optimizer }) => isOptimizerState(optimizer) && visitorHandling[optimizer].own.does === 'optimize',
  )
  return { reply: value, problems: isSo ? [] : [`${value.host} is not live: its state is ${value.optimizer}.`] }
}

type Proof = z.output<typeof proofReply>

async function untilProved(path: WireInput['path'], tools: WaitTools): Promise<Outcome> {
  const read = async () => z.parse(proofReply, await tools.call('cache.readProof', { path }))
  const { value, isSo } = await readUntil(tools, 500, read, ({ addresses }) =>
    addresses.every(({ result }) => result !== null),
  )
  return { reply: value, rows: rowsOf(value), problems: [...problemsIn(value), ...(isSo ? [] : [tookTooLong])] }
}

/** The result of each address, without what every node has stored. */
const rowsOf = ({ addresses }: Pick<Proof, 'addresses'>) => addresses.map(({ path, result }) => ({ path, result }))

const problemsIn = ({ addresses }: Proof) =>
  addresses.flatMap((address) => {
    const problem = notProved(address)
    return problem === undefined ? [] : [`${address.path}: ${problem}`]
  })

/** Purges and proves so many items at a time as a proof can have. */
async function purgeProved(inputs: readonly WireInput[], tools: WaitTools): Promise<Outcome> {
  const perProof = Math.floor(maxProved / maxPurgeItems)
  const addresses: Proof['addresses'] = []
  const problems: string[] = []
  let last: Proof | undefined
  for (let i = 0; i < inputs.length; i += perProof) {
    let proofId: string | null = null
    for (const input of inputs.slice(i, i + perProof)) {
      const query: object = { ...input.query, ...(proofId === null ? {} : { proof_id: proofId }) }
      proofId = z.parse(proofReply, await tools.call('cache.provePurge', { ...input, query })).proof_id
    }
    const outcome = await untilProved(inputs[0]?.path, tools)
    last = z.parse(proofReply, outcome.reply)
    if (last.proof_id !== proofId) problems.push('Another purge of the site took the place of this one.')
    addresses.push(...last.addresses)
    problems.push(...outcome.problems)
    tools.note(`${addresses.length} checked`)
  }
  return { reply: { ...last, addresses }, rows: rowsOf({ addresses }), problems }
}

const samples = 'Wait until its samples are there, and print them'
const live = 'Wait until its visitors come through the service'
const proved = 'Wait for the proof that it is new on every node of the edge'

/** What there is to wait for, by operation. */
const waits: Readonly<Record<string, Wait>> = {
  'tests.create': {
    until: samples,
    run: async ([input = {}], tools) => {
      const { id } = z.parse(testReply, await tools.call('tests.create', input))
      tools.note(`test ${id}`)
      return untilFinished(input.path, id, tools)
    },
  },
  'tests.read': {
    until: samples,
    run: ([{ path = {} } = {}], tools) => {
      const { test_id: id = '', ...rest } = path
      return untilFinished(rest, id, tools)
    },
  },
  'sites.read': { until: live, run: ([input], tools) => untilLive(input?.path, tools) },
  'cache.purge': { until: proved, run: purgeProved },
  'cache.provePurge': { until: proved, run: purgeProved },
  'cache.proveFlush': {
    until: proved,
    run: async ([input = {}], tools) => {
      await tools.call('cache.proveFlush', input)
      return untilProved(input.path, tools)
    },
  },
  'cache.readProof': { until: proved, run: ([input], tools) => untilProved(input?.path, tools) },
}

export const waitOf = ({ id }: Endpoint): Wait | undefined => waits[id.replace(/^\w+\./, '')]
