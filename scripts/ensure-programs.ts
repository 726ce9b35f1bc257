import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from '../src/service/checks/page/chromium.ts'
import { findNginx, nginxAdvice } from '../src/edge/nginx/program.ts'
import { chromiumAdvice, findHeadlessShell } from './chromium.ts'
import { pebblePath } from '../src/service/test/pebble.ts'
import { findPostgres, postgresAdvice } from './postgres.ts'

// Installs the programs that the tests need and this machine lacks, from the distribution's packages and without asking.
// The arguments name the programs to check; without arguments it checks all of them.

/**
 * Keeps what is installed from starting: a server on port 80 is nothing that tests need. Where there is a policy already,
 * that one holds. https://people.debian.org/~hmh/invokerc.d-policyrc.d-specification.txt
 */
const withoutStarting = `
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  trap 'exit 1' HUP INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod +x $policy
fi
"$@"
`

const names = process.argv.slice(2)
const isRoot = process.getuid?.() === 0

const programs = [
  {
    name: 'chromium',
    package: 'chromium',
    isRequired: true,
    isPresent: () => findChromium(process.env) !== undefined,
    advice: chromiumAdvice,
  },
  {
    // The tests run in any Chromium, but are a third faster in this one. It is optional, so only root gets it: on
    // anyone else's machine, nothing optional is installed.
    name: 'chromium',
    package: 'chromium-headless-shell',
    isRequired: false,
    isPresent: () => !isRoot || Boolean(process.env['CHROMIUM_PATH']) || findHeadlessShell() !== undefined,
    advice: '',
  },
  {
    // needed where the kernel gives no user namespaces to unprivileged processes, as inside a chroot
    name: 'chromium',
    package: 'chromium-sandbox',
    isRequired: false,
    isPresent: () => !isRoot || Boolean(process.env['CHROMIUM_PATH']) || existsSync('/usr/lib/chromium/chrome-sandbox'),
    advice: '',
  },
  {
    name: 'postgresql',
    package: 'postgresql',
    isRequired: true,
    isPresent: () => findPostgres() !== undefined,
    advice: postgresAdvice,
  },
  {
    name: 'pebble',
    package: 'pebble',
    isRequired: true,
    isPresent: () => existsSync(pebblePath),
    advice: 'The flow with certificates needs this test authority.',
  },
  {
    // has the flow's browser trust it
    name: 'pebble',
    package: 'libnss3-tools',
    isRequired: true,
    isPresent: () => existsSync('/usr/bin/certutil'),
    advice: 'The flow with certificates needs certutil.',
  },
  ...['nginx', 'libnginx-mod-http-lua'].map((name) => ({
    name: 'nginx',
    package: name,
    isRequired: true,
    isPresent: hasNginx,
    advice: nginxAdvice,
  })),
].filter(({ name }) => names.length === 0 || names.includes(name))

const missing = programs.filter(({ isPresent }) => !isPresent())
if (missing.length > 0) {
  process.stdout.write(`Installing with apt-get: ${missing.map((program) => program.package).join(', ')}\n`)
  aptGet('update')
  // optional packages go separately, so that a distribution without them still installs the others
  install(missing.filter(({ isRequired }) => isRequired))
  install(missing.filter(({ isRequired }) => !isRequired))
  // nor does it start with the machine
  if (missing.some(({ package: name }) => name === 'nginx') && hasNginx()) asRoot('update-rc.d', 'nginx', 'disable')
}
for (const { package: name, advice } of programs.filter(({ isRequired, isPresent }) => isRequired && !isPresent())) {
  process.stderr.write(`${name} is missing and could not be installed. ${advice}\n`)
  process.exitCode = 1
}

function install(list: typeof programs): void {
  if (list.length > 0) aptGet('install', ...list.map((program) => program.package))
}

/** Whether nginx and its module are there. */
function hasNginx(): boolean {
  try {
    return findNginx() !== undefined
  } catch {
    return false
  }
}

function aptGet(...args: readonly string[]): void {
  const options = ['-qq', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
  const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options, ...args]
  asRoot('sh', '-c', withoutStarting, 'sh', ...command)
}

function asRoot(...command: readonly string[]): void {
  const [program = '', ...rest]: readonly string[] = isRoot ? command : ['sudo', '-n', ...command]
  // errors go to the terminal; progress does not
  spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
}
