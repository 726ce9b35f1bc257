import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../../scripts/tools.ts'

const { scripts } = z.parse(
  z.looseObject({ scripts: z.looseObject({ edge: z.string() }) }),
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
)

/** Starts an edge in a process of its own, as `npm run edge` does. */
export async function startEdgeProcess(dataDir: string, env: Readonly<Record<string, string>>, options = '') {
  const own = { DATA_DIR: dataDir, DATABASE_URL: '', EDGE_PORT: '0', LOG_LEVEL: 'warn' }
  // the shell is replaced by the edge, so the process is the edge's
  const child = spawn('sh', ['-c', `${scripts.edge} --location bench ${options}`], {
    cwd: root,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, ...own, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /serves visitors on \S+:(\d+)$/m.exec(output)?.[1]
      if (found) resolve(Number(found))
    })
    child.once('exit', (code) => reject(new Error(`The edge exited with ${code}.`)))
  })
  return {
    port,
    /** For https, where that's served. */
    securePort: Number(/visitors over https on \S+:(\d+)$/m.exec(output)?.[1] ?? 0),
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
