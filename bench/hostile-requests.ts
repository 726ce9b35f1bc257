import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { hostileRequest, seeded, sendBytes } from '../src/service/test/hostile-requests.ts'
import { startService } from '../src/service/test/process.ts'
import { printTable, timesOf } from './measure.ts'

/** HOSTILE_REQUESTS and HOSTILE_SEED repeat a run. */
const requests = Number(process.env['HOSTILE_REQUESTS'] ?? 100_000)
const seed = Number(process.env['HOSTILE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const concurrent = 8
/** Milliseconds. */
const maxAnswer = 250
const maxHealth = 50

interface Attacked {
  readonly times: readonly number[]
  /** How the requests began that got a 5xx, no answer in time, or a slow one. */
  readonly failures: readonly string[]
  readonly slow: readonly string[]
}

// the attackers have a thread of their own, so that their work doesn't delay the clock of /healthz
if (isMainThread) await main()
else parentPort?.postMessage(await attack(Number(workerData)), [])

async function main(): Promise<void> {
  const service = await startService({ CHROMIUM_PATH: '/nonexistent', DNS_SERVERS: '127.0.0.1:9' })
  try {
    const worker = new Worker(import.meta.filename, { workerData: new URL(service.url).port })
    const ended = new Promise<Attacked>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    // the first request of a process takes as long as loading its client
    let alive = (await fetch(`${service.url}/healthz`)).ok
    const health: number[] = []
    let attacked: Attacked | undefined
    do {
      const startedAt = performance.now()
      alive &&= (await fetch(`${service.url}/healthz`)).ok
      health.push(performance.now() - startedAt)
      attacked = await Promise.race([delay(20, undefined), ended])
    } while (attacked === undefined)
    const answers = timesOf(attacked.times)
    const healthTimes = timesOf(health)
    const longest = attacked.times.reduce((a, b) => Math.max(a, b), 0)
    const longestHealth = Math.max(...health)
    const ms = (value: number) => `${value.toFixed(1)} ms`
    for (const request of [...attacked.failures, ...attacked.slow].slice(0, 20)) process.stdout.write(`${request}\n`)
    const ok = printTable(`${requests.toLocaleString('en')} hostile requests without a key, seed ${seed}`, [
      {
        what: 'answered with 5xx, or not at all',
        median: String(attacked.failures.length),
        limit: 'none',
        ok: attacked.failures.length === 0 && alive && service.child.exitCode === null,
      },
      { what: 'answers', median: ms(answers.median), p99: ms(answers.p99), limit: '', ok: true },
      { what: 'slowest answer', median: ms(longest), limit: ms(maxAnswer), ok: longest <= maxAnswer },
      { what: '/healthz meanwhile', median: ms(healthTimes.median), p99: ms(healthTimes.p99), limit: '', ok: true },
      { what: 'slowest /healthz', median: ms(longestHealth), limit: ms(maxHealth), ok: longestHealth <= maxHealth },
    ])
    process.exitCode = ok ? 0 : 1
  } finally {
    await service.stop()
  }
}

async function attack(port: number): Promise<Attacked> {
  const random = seeded(seed)
  const times: number[] = []
  const failures: string[] = []
  const slow: string[] = []
  let left = requests
  const attacker = async () => {
    while (left-- > 0) {
      const request = hostileRequest(random)
      const { statuses, ms, timedOut } = await sendBytes(port, request)
      times.push(ms)
      const text = `${statuses.join()} ${ms.toFixed(0)} ms ${JSON.stringify(request.bytes.subarray(0, 120).toString('latin1'))}`
      if (timedOut || statuses.some((status) => status >= 500) || (statuses.length === 0 && !request.isBroken))
        failures.push(text)
      else if (ms > maxAnswer) slow.push(text)
    }
  }
  await Promise.all(Array.from({ length: concurrent }, attacker))
  return { times, failures, slow }
}
