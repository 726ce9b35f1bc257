/** Exits with 0 if an address answers, by default this container's service: `node src/service/bin/health.ts [URL]`. */
import { argv, env, exit } from 'node:process'

const [url = `http://127.0.0.1:${env['PORT'] || 4000}/healthz`] = argv.slice(2)
try {
  const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(4000) })
  // that there is no such page is an answer too
  exit(status < 500 ? 0 : 1)
} catch {
  exit(1)
}
