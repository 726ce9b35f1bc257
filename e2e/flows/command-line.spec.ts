import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { expect, type FlowMock, siteIn, test } from '../fixtures.ts'

const main = join(import.meta.dirname, '../../src/cli/main.ts')

/** Runs a shell script in which `site-performance` is the command of this checkout, with an account's or partner's key. */
async function runScript(script: string, mock: FlowMock, role: 'account' | 'partner', env: NodeJS.ProcessEnv = {}) {
  const { id, key } = mock[role]
  const child = spawn('sh', ['-euc', `site_performance() { "$NODE" "$MAIN" "$@"; }\n${script}`], {
    env: {
      ...process.env,
      NODE: process.execPath,
      MAIN: main,
      SITE_PERFORMANCE_URL: `${mock.url}/api`,
      SITE_PERFORMANCE_KEY: key,
      ...(role === 'partner' ? { SITE_PERFORMANCE_PARTNER: id } : {}),
      ...env,
    },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: Number(code), out, err }
}

test('a release script empties what has changed, and fails if a page isn’t new on every node', async ({ mock }) => {
  const { id: SITE, host } = await siteIn(mock, 'active')
  const edge = await mock.edge()
  const answer = async (path: string) => /answer (\d+)/.exec((await edge.visit(host, path)).text)?.[1]
  const [old, bikes] = [await answer('/'), await answer('/bikes')]
  await edge.visit(host, '/style.css')
  expect(await answer('/bikes')).toBe(bikes)

  const release = `
    site_performance cache purge --site-id "$SITE" --tag bikes --wait
    site_performance cache purge --site-id "$SITE" --condition / --condition /bikes --wait
    echo released`
  const released = await runScript(release, mock, 'account', { SITE })
  expect(released.code, released.err).toBe(0)
  expect(released.out).toMatch(/released\n$/)
  expect(await answer('/')).not.toBe(old)
  expect(await answer('/bikes')).not.toBe(bikes)

  // the server still has the style sheet of before
  const forgotten = `
    site_performance cache purge --site-id "$SITE" --condition / --wait
    site_performance cache purge --site-id "$SITE" --condition /style.css --content-type css --wait
    echo released`
  const failed = await runScript(forgotten, mock, 'account', { SITE })
  expect(failed.code).toBe(3)
  expect(failed.err).toContain('/style.css: the same as before at Frankfurt')
  expect(failed.out).not.toContain('released')
})

const created = z.looseObject({ user_id: z.string(), site_id: z.string() })
const site = z.looseObject({ host: z.string(), service_cname: z.string() })

test('a hosting panel makes an account, has the customer’s record, and waits until the site is live', async ({
  mock,
}) => {
  const host = 'www.panel-customer.example'
  mock.world.dns.set(host, { kind: 'none' })
  const made = await runScript(
    'site_performance accounts create --email ada@panel-customer.example --site "$HOST" --plan paid --json',
    mock,
    'partner',
    { HOST: host },
  )
  expect(made.code, made.err).toBe(0)
  const { user_id: ACCOUNT, site_id: SITE } = created.parse(JSON.parse(made.out))
  const read = 'site_performance sites read --account-id "$ACCOUNT" --site-id "$SITE"'
  const record = await runScript(`${read} --json`, mock, 'partner', { ACCOUNT, SITE })
  const { service_cname } = site.parse(JSON.parse(record.out))

  const early = await runScript(`${read} --wait=1`, mock, 'partner', { ACCOUNT, SITE })
  expect(early.code).toBe(3)
  expect(early.err).toContain(`${host} is not live`)

  mock.world.dns.set(host, { kind: 'cname', target: service_cname })
  const check = `
    ${read} --wait &
    site_performance sites check-dns --account-id "$ACCOUNT" --site-id "$SITE" >/dev/null
    wait $!`
  const done = await runScript(check, mock, 'partner', { ACCOUNT, SITE })
  expect(done.code, done.err).toBe(0)
  expect(done.out).toMatch(/^optimizer +(trial|active)$/m)
})
