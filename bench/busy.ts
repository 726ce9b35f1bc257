import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** Takes every core until it is killed, as another service on the machine might. */
function takeCores(): ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']))
}

/** One after the other, since page checks would also wait for each other. */
async function samplesOf(probes: Probes, port: number, { type, connectivity }: Kind): Promise<Measurement[]> {
  const samples: Measurement[] = []
  for (let i = 0; i < runs[type]; i++) {
    const views = type === 'WEBPAGE' ? (['EMPTY'] as const) : []
    const check = checkOf(`http://127.0.0.1:${port}/`, { type, connectivity, views })
    samples.push(...(await probes.measure(check, never)))
    // at other moments of the scheduler's slices
    await wait(Math.random() * 20)
  }
  return samples
}

function isWrong({ metrics }: Measurement, known: ReadonlyMap<keyof Metrics, number>): boolean {
  return [...known].some(([name, truth]) => {
    const value = metrics[name]
    return value === null || Math.abs(value - truth) > Math.max(tolerance.ms, tolerance.share * truth)
  })
}

function rowsOf({ what }: Kind, samples: readonly Measurement[], known: ReadonlyMap<keyof Metrics, number>): Row[] {
  const silent = samples.filter((sample) => isJudged(sample) && isWrong(sample, known)).length
  const marked = samples.filter((sample) => !isJudged(sample)).length
  return [
    { what: `${what}: wrong and judged, of ${samples.length}`, median: String(silent), limit: '0', ok: silent === 0 },
    { what: `${what}: not judged, of ${samples.length}`, median: String(marked), limit: '', ok: true },
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
    const truth = new Map(
      kind.metrics.map((name) => [name, timesOf(samples.flatMap(({ metrics }) => metrics[name] ?? [])).median]),
    )
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
