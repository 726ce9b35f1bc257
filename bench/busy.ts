import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connectivity, Metrics } from '../src/contract/index.ts'
import {
  createProbes,
  findChromium,
  isJudged,
  LoopDelay,
  loopSource,
  type Measurement,
  type Probes,
} from '../src/service/checks/index.ts'
import { checkOf, never } from '../src/service/checks/testing.ts'
import { printTable, type Row, timesOf } from './measure.ts'

const runs = { HTTP: 100, WEBPAGE: 10 }
/** What a metric may differ from the truth by if the sample is judged, in ms or as a share. */
const tolerance = { ms: 5, share: 0.02 }
const slowLine: Connectivity = { bandwidth_down: 1600, bandwidth_up: 768, latency: 150, drop_rate: 0 }

interface Kind {
  readonly what: string
  readonly type: 'HTTP' | 'WEBPAGE'
  readonly connectivity: Connectivity | null
  /** Those that depend on the target and the line alone. */
  readonly metrics: readonly (keyof Metrics)[]
}

const kinds: readonly Kind[] = [
  { what: 'HTTP', type: 'HTTP', connectivity: null, metrics: ['connect', 'first_byte', 'last_byte'] },
  { what: 'HTTP, slow line', type: 'HTTP', connectivity: slowLine, metrics: ['connect', 'first_byte', 'last_byte'] },
  { what: 'page, slow line', type: 'WEBPAGE', connectivity: slowLine, metrics: ['first_byte'] },
]

interface Sample {
  readonly measurement: Measurement
  /** Whether a hypervisor gave time to other machines meanwhile. Only Linux says so, to 10 ms. */
  readonly wasStolen: boolean
}

/** Takes every core until it is killed, as another service on the machine might. */
function takeCores(): ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']))
}

/** The time that a hypervisor has taken from this machine, in units of 10 ms; undefined where the system doesn't say. */
function stolen(): string | undefined {
  try {
    return /^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'latin1'))?.[1]
  } catch {
    return undefined
  }
}

/** How long the target itself took, ms. */
function targetTook({ headers }: Measurement): number {
  const timing = headers.find(({ name }) => name.toLowerCase() === 'server-timing')?.value
  return Number(/dur=([\d.]+)/.exec(timing ?? '')?.[1])
}

/** One after the other, since page checks would also wait for each other. */
async function samplesOf(probes: Probes, port: number, { type, connectivity }: Kind): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let i = 0; i < runs[type]; i++) {
    const views = type === 'WEBPAGE' ? (['EMPTY'] as const) : []
    const check = checkOf(`http://127.0.0.1:${port}/`, { type, connectivity, views })
    const before = stolen()
    const measured = await probes.measure(check, never)
    const wasStolen = stolen() !== before
    samples.push(...measured.map((measurement) => ({ measurement, wasStolen })))
    // at other moments of the scheduler's slices
    await wait(Math.random() * 20)
  }
  return samples
}

/** What a kind's metrics are when nothing is late, without the time that the target itself takes, ms. */
function knownTimes({ metrics }: Kind, samples: readonly Sample[]): ReadonlyMap<keyof Metrics, number> {
  return new Map(
    metrics.map((name) => {
      const times = samples.map(({ measurement }) => timeOf(measurement, name)).filter((time) => !Number.isNaN(time))
      return [name, timesOf(times).median]
    }),
  )
}

/** A metric without the time that the target itself took, ms. */
function timeOf(measurement: Measurement, name: keyof Metrics): number {
  return (measurement.metrics[name] ?? Number.NaN) - (name === 'connect' ? 0 : targetTook(measurement))
}

function isWrong({ measurement }: Sample, known: ReadonlyMap<keyof Metrics, number>): boolean {
  return [...known].some(([name, truth]) => {
    const error = Math.abs(timeOf(measurement, name) - truth)
    const full = measurement.metrics[name] ?? 0
    return !(error <= Math.max(tolerance.ms, tolerance.share * full))
  })
}

function rowsOf({ what }: Kind, samples: readonly Sample[], known: ReadonlyMap<keyof Metrics, number>): Row[] {
  const silent = samples.filter((sample) => isJudged(sample.measurement) && isWrong(sample, known))
  const stolenFrom = silent.filter(({ wasStolen }) => wasStolen).length
  const marked = samples.filter(({ measurement }) => !isJudged(measurement)).length
  const row = (of: string, count: number) => ({ what: `${what}: ${of}, of ${samples.length}`, median: String(count) })
  const wrong = silent.length - stolenFrom
  return [
    { ...row('wrong and judged', wrong), limit: '0', ok: wrong === 0 },
    { ...row('the same while a hypervisor took time', stolenFrom), limit: '', ok: true },
    { ...row('not judged', marked), limit: '', ok: true },
  ]
}

const targets = spawn(process.execPath, [join(import.meta.dirname, 'capacity-targets.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [announced] = (await once(targets.stdout, 'data')) as [Buffer]
const port = Number(/port (\d+)/.exec(announced.toString())?.[1])
let isExact = true
try {
  // otherwise the target itself would be late, which is rightly measured
  setPriority(targets.pid ?? 0, -20)
} catch {
  isExact = false
}
// its first answers take longer than it knows itself
for (let i = 0; i < 20; i++) await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer()
const probes = createProbes({
  chromiumPath: findChromium(process.env),
  dnsServers: [],
  allowPrivateTargets: true,
  sandbox: process.getuid?.() !== 0,
  loopDelay: new LoopDelay(loopSource()),
})
const busy: ChildProcess[] = []
try {
  const truths = new Map<Kind, ReadonlyMap<keyof Metrics, number>>()
  const alone: Row[] = []
  for (const kind of kinds) {
    const samples = await samplesOf(probes, port, kind)
    const truth = knownTimes(kind, samples)
    truths.set(kind, truth)
    alone.push(...rowsOf(kind, samples, truth))
  }
  busy.push(...takeCores())
  const beside: Row[] = []
  for (const kind of kinds) {
    const rows = rowsOf(kind, await samplesOf(probes, port, kind), truths.get(kind) ?? new Map())
    beside.push(...rows.map((row) => ({ ...row, ok: row.ok || !isExact })))
  }
  const ok = [
    printTable('Checks of a target that answers after 50 ms, nothing beside them', alone),
    printTable(
      `The same beside ${busy.length} endless loops${isExact ? '' : '; the target is late too, since this user can’t raise its priority'}`,
      beside,
    ),
  ]
  process.exitCode = ok.every(Boolean) ? 0 : 1
} finally {
  for (const child of busy) child.kill()
  targets.kill()
  await probes.close()
}
