import { spawnSync } from 'node:child_process'
import { findChromium } from '../src/service/checks/chromium.ts'
import { howToInstall } from './chromium.ts'

/**
 * Finds the machine's Chromium, for page checks and end-to-end tests; where there is none, installs the distribution's
 * package if that can be done without asking anybody.
 */
if (!findChromium(process.env)) {
  if (process.env['CHROMIUM_PATH']) fail(`CHROMIUM_PATH is ${process.env['CHROMIUM_PATH']}, which cannot be run.`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!succeeds([...asRoot, 'apt-get', '--version']))
    fail('No Chromium was found, and it cannot be installed from here.')
  process.stdout.write('Installing Chromium from the packages of this system.\n')
  const environment = ['env', 'DEBIAN_FRONTEND=noninteractive']
  const quietly = [...asRoot, ...environment, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120']
  const installed =
    succeeds([...quietly, 'update']) && succeeds([...quietly, '-y', '--no-install-recommends', 'install', 'chromium'])
  if (!installed || !findChromium(process.env)) fail('Chromium could not be installed.')
}

function succeeds([program = '', ...args]: readonly string[]): boolean {
  // what it says is of interest only when it goes wrong, and then it says it there
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

function fail(what: string): never {
  process.stderr.write(`${what} ${howToInstall}\n`)
  process.exit(1)
}
