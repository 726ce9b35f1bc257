import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { selfSigned } from './certificate.ts'
import { freePort } from './free-port.ts'

export const pebblePath = '/usr/bin/pebble'

interface PebbleOptions {
  /** Where it looks hosts up: `address:port`. */
  readonly dns: string
  /** The port at which it asks hosts over HTTP. */
  readonly httpPort: number
  /** How long its certificates are valid, seconds. */
  readonly life?: number
  /** Percent of requests that it has the client repeat. */
  readonly badNonces?: number
}

/** Let's Encrypt's test authority, with a root of its own at each start. */
export interface Pebble {
  readonly directory: string
  /** A file with the certificate of its API, for `NODE_EXTRA_CA_CERTS`, and the same as PEM. */
  readonly caFile: string
  readonly ca: string
  /** The root of the certificates that it issues, PEM. */
  readonly root: string
  stop(): Promise<void>
}

export async function startPebble({ dns, httpPort, life = 3600, badNonces = 0 }: PebbleOptions): Promise<Pebble> {
  const folder = mkdtempSync(join(tmpdir(), 'site-performance-pebble-'))
  const { cert, key } = selfSigned('localhost')
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const [port, managementPort] = [await freePort(), await freePort()]
  const caFile = file('api.crt', cert)
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: caFile,
    privateKey: file('api.key', key),
    httpPort,
    tlsPort: await freePort(),
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
    certificateValidityPeriod: life,
  }
  const child = spawn(pebblePath, ['-config', file('config.json', JSON.stringify({ pebble })), '-dnsserver', dns], {
    env: {
      ...process.env,
      PEBBLE_VA_NOSLEEP: '1',
      PEBBLE_WFE_NONCEREJECT: String(badNonces),
      PEBBLE_AUTHZREUSE: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill()
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilStarted(child)
    const directory = `https://localhost:${port}/dir`
    await readFrom(child, directory, cert)
    const root = await readFrom(child, `https://localhost:${managementPort}/roots/0`, cert)
    return { directory, caFile, ca: cert, root, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function untilStarted(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (output.includes('ACME directory available at')) resolve()
    })
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`pebble exited with ${code}: ${output}`)))
  return promise
}

/** Reads from a server that says that it's available a little before it listens. */
async function readFrom(child: ChildProcess, url: string, ca: string): Promise<string> {
  for (;;)
    try {
      return await read(url, ca)
    } catch (error) {
      const isListening = !(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
      if (isListening || child.exitCode !== null || child.signalCode !== null) throw error
      await setTimeout(20)
    }
}

async function read(url: string, ca: string): Promise<string> {
  const asked = request(url, { ca, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
  return text
}
