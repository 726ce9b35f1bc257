import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../service/database/index.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { insertAccount, insertSite, testEdge, testOrigin } from './edge.ts'
import { bareEnvironment } from '../../service/test/process.ts'

const mebibyte = 2 ** 20

/** Starts an edge of its own on a database with one site. */
async function startProcess(originPort: number): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'edge-download-'))
  const database = await openDatabase(join(dataDir, 'site-performance.db'))
  await insertSite(database, await insertAccount(database), { port: originPort })
  await database.close()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../service/bin/edge.ts'), '--location', 'here'],
    {
      env: {
        ...bareEnvironment,
        DATA_DIR: dataDir,
        EDGE_PORT: '0',
        LOG_LEVEL: 'error',
        ALLOW_PRIVATE_TARGETS: 'on',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += String(text)
    const [, port] = /^The edge at here serves visitors on \S+:(\d+)$/m.exec(output) ?? []
    if (port !== undefined) return { child, port: Number(port) }
  }
  throw new Error(`The edge ended: ${output}`)
}

/** Bytes that a process has in memory. */
function memoryOf({ pid }: ChildProcess): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}

// only Linux says in /proc how much memory a process has
test.skipIf(process.platform !== 'linux')('a large download passes in constant memory', async () => {
  const block = Buffer.alloc(mebibyte, 'x')
  const origin = await testOrigin(async (request, response) => {
    const blocks = Number(request.url?.slice(1))
    for (let i = 0; i < blocks && !response.destroyed; i++) if (!response.write(block)) await once(response, 'drain')
    response.end()
  })
  const { child, port } = await startProcess(origin.port)
  /** Downloads this many MiB. @returns how much memory the edge had at most */
  const download = async (blocks: number) => {
    const sent = get({ port, path: `/${blocks}`, headers: { Host: 'www.site.example' } })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    let received = 0
    let peak = 0
    for await (const chunk of response) {
      const before = received
      received += (chunk as Buffer).length
      if (Math.floor(before / mebibyte) !== Math.floor(received / mebibyte)) peak = Math.max(peak, memoryOf(child))
    }
    expect(received).toBe(blocks * mebibyte)
    return peak
  }
  // what is garbage stays in memory for a while, so the edge first has to get as far as that
  const before = await download(64)
  expect((await download(300)) - before).toBeLessThan(96 * mebibyte)
})

test('a visitor who does not read makes the origin wait', async () => {
  let sent = 0
  const origin = await testOrigin((_, response) => {
    const block = Buffer.alloc(mebibyte, 'x')
    const send = () => {
      while (!response.destroyed && sent < 200) {
        sent++
        if (!response.write(block)) return void response.once('drain', send)
      }
    }
    send()
  })
  const { port } = await testEdge({ sites: [{ port: origin.port }] })
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: www.site.example\r\n\r\n')
  let last = 0
  // until nothing moves any more
  await waitFor(() => {
    const moved = sent - last
    last = sent
    expect([sent > 0, moved]).toEqual([true, 0])
  }, 500)
  // what may be stored, and what the kernel takes on four sockets
  expect(sent).toBeLessThan(64)
})
