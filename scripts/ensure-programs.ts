import { spawnSync } from 'node:child_process'
import { findChromium } from '../src/service/checks/page/chromium.ts'
import { findHeadlessShell, howToInstall as howToInstallChromium } from './chromium.ts'
import { findPostgres, howToInstall as howToInstallPostgres } from './postgres.ts'

/**
 * Installs what the tests need and the machine lacks from the distribution's packages, in one go and without asking
 * anybody; fails with what to do where that cannot be. Programs to look for may be named; all by default.
 */
const asked = process.argv.slice(2)
const isRoot = process.getuid?.() === 0

const programs = [
  {
    name: 'chromium',
    package: 'chromium',
    needed: true,
    found: () => findChromium(process.env) !== undefined,
    otherwise: howToInstallChromium,
  },
  {
    // the flows are a third faster in it, but run in any Chromium: nobody is made to have it, and in a person's own
    // session nothing is installed that is not needed
    name: 'chromium',
    package: 'chromium-headless-shell',
    needed: false,
    found: () => !isRoot || Boolean(process.env['CHROMIUM_PATH']) || findHeadlessShell() !== undefined,
    otherwise: '',
  },
  {
    name: 'postgresql',
    package: 'postgresql',
    needed: true,
    found: () => findPostgres() !== undefined,
    otherwise: howToInstallPostgres,
  },
].filter(({ name }) => asked.length === 0 || asked.includes(name))

const missing = programs.filter(({ found }) => !found())
if (missing.length > 0) {
  process.stdout.write(`Installing from the packages of this system: ${missing.map((it) => it.package).join(', ')}\n`)
  apt(['update'])
  // what is not needed goes alone: a distribution without it still has the rest
  apt(['install', ...missing.filter(({ needed }) => needed).map((it) => it.package)])
  apt(['install', ...missing.filter(({ needed }) => !needed).map((it) => it.package)])
}
for (const { package: name, otherwise } of programs.filter(({ needed, found }) => needed && !found())) {
  process.stderr.write(`There is no ${name} here, and it could not be installed. ${otherwise}\n`)
  process.exitCode = 1
}

function apt([command = '', ...packages]: readonly string[]): void {
  if (command === 'install' && packages.length === 0) return
  const asRoot = isRoot ? [] : ['sudo', '-n']
  const options = ['-qq', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
  const [program = '', ...args] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options]
  // what it says is of interest only when it goes wrong, and then it says it there
  spawnSync(program, [...args, command, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] })
}
