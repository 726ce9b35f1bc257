import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Each is a program that prints one table, and exits with 1 if a limit is exceeded. */
const benches = [
  'accounts.ts',
  'fleet.ts',
  'samples.ts',
  'years.ts',
  'heavy-reads.ts',
  'deletions.ts',
  'claims.ts',
  'capacity.ts',
  'busy.ts',
  'edge.ts',
  'purges.ts',
  'nodes.ts',
  'explorer.ts',
  'search.ts',
  'sign-in.ts',
  'throttle.ts',
  'hostile-pages.ts',
  'hostile-requests.ts',
  'lighthouse.ts',
  'navigation.ts',
]

// `npm run bench -- edge claims` runs these only
const wanted = process.argv.slice(2)
for (const bench of benches.filter((name) => wanted.length === 0 || wanted.includes(name.replace('.ts', '')))) {
  const child = spawn(process.execPath, [join(import.meta.dirname, bench)], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
