/** The program that a box runs: it owns a browser and measures one page at a time. */
import { rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { pageDelay } from '../delay/index.ts'
import { PageBrowser } from '../page/page-browser.ts'
import { checkPage } from '../page/page-check.ts'
import type { Check, Measurement } from '../probe.ts'
import { recordSilent, resolverFor } from '../../../shared/guard/index.ts'
import { killTrees, processTree } from './process-tree.ts'
import type { BoxOptions, FromBox, ToBox } from './protocol.ts'

// before this process becomes another user, who can't write there
flushCompileCache()

let options: BoxOptions | undefined
let browser: PageBrowser | undefined
let delay: ReturnType<typeof pageDelay> = null
let abort = new AbortController()

process.on('message', (message: ToBox) => {
  switch (message.kind) {
    case 'open':
      open(message.options)
      break
    case 'measure':
      void measure(message.check)
      break
    case 'cancel':
      abort.abort(new Error('the check was cancelled'))
      break
  }
})
// the service has ended, perhaps killed: nothing of the box may outlive it
process.on('disconnect', () => void leave())
if (!process.connected) void leave()

function open(given: BoxOptions): void {
  options = given
  if (given.user) {
    process.setgroups?.([])
    process.setgid?.(given.user.gid)
    process.setuid?.(given.user.uid)
  }
  recordSilent(given.silentNameServers)
  browser = new PageBrowser(given.chromiumPath, { sandbox: given.sandbox })
  if (given.measuresDelay) delay = pageDelay()
}

async function measure(check: Check): Promise<void> {
  if (!options || !browser) return send({ kind: 'failed', message: 'The box was not opened.' })
  abort = new AbortController()
  const { dnsServers, dnsAttemptMs, allowPrivateTargets, refusedNetworks, timeoutMs, limits } = options
  const guard = {
    resolver: resolverFor(dnsServers, dnsAttemptMs),
    allowPrivateTargets: allowPrivateTargets && check.mayBePrivate,
    refusedNetworks,
  }
  const onStart = () => send({ kind: 'started' })
  const onView = (measurement: Measurement) => send({ kind: 'viewed', measurement })
  try {
    const result = await checkPage(check, browser, { guard, timeoutMs, limits, delay, onStart, onView }, abort.signal)
    // whoever waits for the sample doesn't wait for the page to close
    send({ kind: 'measured', measurements: result.measurements })
    send({ kind: 'closed', usable: await result.cleanedUp })
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

function send(message: FromBox): void {
  if (process.connected) process.send?.(message)
}

async function leave(): Promise<void> {
  const [, ...descendants] = await processTree(process.pid)
  await killTrees(descendants)
  // the box's folder is its folder for temporary files
  rmSync(tmpdir(), { recursive: true, force: true, maxRetries: 3 })
  process.exit(0)
}
