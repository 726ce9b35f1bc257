import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { realDns } from '../src/service/world/dns.ts'
import { freePort } from '../src/service/test/free-port.ts'
import { root } from './tools.ts'

const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const compose = z.object({ services: z.object({ names: z.object({ command: z.array(z.string()) }) }) })

export const hasAuthority = () => spawnSync('pebble-challtestsrv', ['-help']).error === undefined

/**
 * Runs the name server and the certificate authority of compose.edges.yaml on this machine, with other ports.
 * @throws if they don't do what the guide says
 */
export async function tryAuthority(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  const children: ChildProcess[] = []
  const start = (program: string, args: readonly string[]) =>
    children.push(
      spawn(program, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' } }),
    )
  try {
    const [dnsPort, managementPort, port, otherPort] = [freePort(), freePort(), freePort(), freePort()]
    const [names, management] = [`127.0.0.1:${await dnsPort}`, `127.0.0.1:${await managementPort}`]
    const [program = '', ...args] = z.parse(compose, parse(read('compose.edges.yaml'), { merge: true })).services.names
      .command
    start(program, [...args, '-dns01', names, '-management', management])
    const set = (what: string, value: object) =>
      fetch(`http://${management}/${what}`, { method: 'POST', body: JSON.stringify(value) })
    await soon(() => set('add-a', { host: 'www.shop.test.', addresses: ['172.30.40.80'] }))
    await set('set-cname', { host: 'www.shop.test.', target: 's-1.edge.test.' })
    const answer = JSON.stringify(await realDns([names]).ask('www.shop.test'))
    if (!answer.includes('s-1.edge.test')) throw new Error(`The name server answers ${answer}`)

    const made =
      /^RUN install .+\n( && openssl req [\s\S]+?) \\\n && chown/m.exec(read('authority/Containerfile'))?.[1] ?? ''
    const openssl = made.replace(' && ', '').replaceAll('\\\n', ' ').replaceAll('/authority', folder)
    const certificate = spawnSync('sh', ['-c', openssl], { encoding: 'utf8' })
    if (certificate.status !== 0) throw new Error(certificate.stderr)
    const settings = read('authority/pebble.json')
      .replaceAll('/authority', folder)
      .replace('0.0.0.0:14000', `127.0.0.1:${await port}`)
      .replace('0.0.0.0:15000', `127.0.0.1:${await otherPort}`)
    writeFileSync(join(folder, 'pebble.json'), settings)
    start('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', names])
    const ca = readFileSync(join(folder, 'certificate.pem'))
    await soon(async () => {
      const sent = request({ host: '127.0.0.1', port: await port, path: '/dir', servername: 'authority', ca }).end()
      const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }]
      if (statusCode !== 200) throw new Error(`The authority answers ${statusCode}`)
    })
  } finally {
    for (const child of children) child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Tries until it works. @throws what it threw last, after a minute */
async function soon(work: () => Promise<unknown>): Promise<void> {
  for (let left = 240; ; left--) {
    try {
      await work()
      return
    } catch (error) {
      if (left === 0) throw error
      await delay(250)
    }
  }
}
