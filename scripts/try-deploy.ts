/** Tries the files in `deploy` as far as this machine allows, and says what it couldn't try. Needs some minutes for the image. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from './tools.ts'
import { hasAuthority, tryAuthority } from './try-authority.ts'

/** How exposed a unit may be by the measure of `systemd-analyze security`, from 0 to 10. */
const maxExposure = 3
const image = 'site-performance-tried'
const container = `${image}-${process.pid}`
/** As docs/operations.md has them. */
const walls =
  '--cap-drop ALL --security-opt no-new-privileges --security-opt seccomp=deploy/seccomp.json --read-only --tmpfs /tmp:size=1g --memory 5g --pids-limit 1024'.split(
    ' ',
  )

interface Ended {
  readonly ok: boolean
  readonly output: string
}

function run(program: string, ...args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  // no output if there's no such program
  return { ok: status === 0, output: status === null ? '' : `${stdout}${stderr}` }
}

function say(what: string, { ok, output }: Ended): boolean {
  process.stdout.write(`${ok ? 'ok    ' : 'failed'}  ${what}\n`)
  if (!ok) {
    process.stdout.write(`${output.trimEnd()}\n`)
    process.exitCode = 1
  }
  return ok
}

function tryUnits(): void {
  if (!run('systemd-analyze', '--version').ok) {
    process.stdout.write('not tried: units (there is no systemd-analyze)\n')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'units-'))
  try {
    cpSync(join(root, 'deploy'), folder, { recursive: true })
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.service'))) {
      const unit = join(folder, name.replace('@.', '@Frankfurt.'))
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('/opt/site-performance', root)
      writeFileSync(unit, text)
      say(`${name} is a unit`, run('systemd-analyze', 'verify', '--recursive-errors=no', unit))
      const judged = run('systemd-analyze', 'security', '--offline=true', `--threshold=${maxExposure * 10}`, unit)
      say(`${name} is hardened`, judged)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The engine that runs containers here. */
const findEngine = () => ['podman', 'docker'].find((engine) => run(engine, 'info').ok)

async function tryImage(engine: string): Promise<void> {
  const built = run(engine, 'build', '--file', 'deploy/Containerfile', '--tag', image, '.')
  if (!say('the image is built', built)) return
  const page = ['--volume', `${join(root, 'scripts')}:/app/scripts:ro`, image, 'scripts/measure-page.ts']
  say('it measures a page in Chromium’s sandbox', run(engine, 'run', '--rm', ...walls, ...page))
  const refused = run(engine, 'run', '--rm', ...walls, '--env', 'PORT=none', image)
  say('a setting that can’t be used is named', { ok: /^PORT must be/m.test(refused.output), output: refused.output })
  if (!say('the service starts', run(engine, 'run', '--detach', '--name', container, ...walls, image))) return
  try {
    const health = ['exec', container, 'node', 'src/service/bin/health.ts']
    let healthy = run(engine, ...health)
    for (let attempt = 0; !healthy.ok && attempt < 60; attempt++) {
      await delay(1000)
      healthy = run(engine, ...health)
    }
    say('it answers', healthy)
    const { output } = run(engine, 'exec', container, 'id', '-u')
    say('it isn’t root', { ok: Number(output) > 0, output })
    run(engine, 'stop', '-t', '30', container)
    const ended = run(engine, 'inspect', '--format', '{{.State.ExitCode}}', container)
    say('it stops by itself', { ok: ended.output.trim() === '0', output: ended.output })
  } finally {
    run(engine, 'rm', '--force', '--volumes', container)
  }
}

async function tryNames(): Promise<void> {
  if (!hasAuthority()) {
    process.stdout.write('not tried: the test authority (there is no pebble)\n')
    return
  }
  const outcome = await tryAuthority().then(
    () => ({ ok: true, output: '' }),
    (error: unknown) => ({ ok: false, output: String(error) }),
  )
  say('the test authority and its name server work', outcome)
}

tryUnits()
await tryNames()
const engine = findEngine()
if (engine) await tryImage(engine)
else process.stdout.write('not tried: the image (neither podman nor docker runs here)\n')
