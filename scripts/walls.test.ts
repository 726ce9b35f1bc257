import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { foundation, layerNames } from './rooms.ts'
import { root, run, toolPath } from './tools.ts'

const through = 'no-restricted-imports'

/** A file, a line in it that breaks a rule, and the rule. */
const broken: readonly (readonly [path: string, line: string, rule: string])[] = [
  ['src/contract/a.ts', `import { x } from '../service/accounts/index.ts'`, through],
  ['src/contract/b.ts', `import { x } from '../dashboard/paths.ts'`, through],
  ['src/contract/c.ts', `import { x } from 'hono'`, through],
  ['src/contract/d.ts', `import { x } from 'node:fs'`, through],
  ['src/contract/e.test.ts', `import { x } from '../service/main.ts'`, through],
  ['src/contract/f.ts', `import { x } from '../words/verdict.ts'`, through],
  ['src/client/a.ts', `import { x } from '../service/accounts/index.ts'`, through],
  ['src/client/b.ts', `import { x } from '../dashboard/paths.ts'`, through],
  ['src/client/c.ts', `import { x } from '../words/verdict.ts'`, through],
  ['src/client/d.ts', `import { x } from 'node:fs'`, through],
  ['src/client/e.test.ts', `import { x } from '../service/test/send.ts'`, through],
  ['src/cli/a.ts', `import { x } from '../service/accounts/index.ts'`, through],
  ['src/cli/b.ts', `import { x } from '../dashboard/paths.ts'`, through],
  ['src/cli/c.ts', `import { x } from '../words/verdict.ts'`, through],
  ['src/cli/d.ts', `import { x } from '../service/http/curl.ts'`, through],
  ['src/cli/e.test.ts', `import { x } from '../service/sites/queries.ts'`, through],
  ['src/client/f.ts', `import { x } from '../cli/run.ts'`, through],
  ['src/dashboard/k.ts', `import { x } from '../cli/run.ts'`, through],
  ['src/contract/k.ts', `import { x } from '../client/errors.ts'`, through],
  ['src/service/accounts/k.ts', `import { x } from '../../client/errors.ts'`, through],
  ['src/edge/serve/k.ts', `import { x } from '../../client/errors.ts'`, through],
  ['src/shared/k.ts', `import { x } from '../client/errors.ts'`, through],
  ['src/dashboard/kit/charts/k.ts', `import { x } from '../../../client/pages.ts'`, through],
  ['src/words/a.ts', `import { x } from '../service/sites/index.ts'`, through],
  ['src/words/b.ts', `import { x } from '../dashboard/paths.ts'`, through],
  ['src/words/c.ts', `import { x } from '../edge/index.ts'`, through],
  ['src/words/d.ts', `import { x } from '../shared/limit.ts'`, through],
  ['src/words/e.ts', `import { x } from 'node:fs'`, through],
  ['src/words/f.ts', `import { x } from '../contract/index.ts'`, through],
  ['src/words/g.test.ts', `import { x } from '../contract/index.ts'`, through],
  ['src/words/h.test.ts', `import { x } from '../service/test/send.ts'`, through],
  ['src/shared/i.ts', `import { x } from '../contract/index.ts'`, through],
  ['src/edge/i.ts', `import { x } from '../contract/index.ts'`, through],
  ['src/edge/control/i.ts', `import type { X } from '../../contract/index.ts'`, through],
  ['src/edge/test/i.test.ts', `import { x } from '../../contract/index.ts'`, through],
  ['src/shared/w.ts', `import { x } from '../words/quantities.ts'`, through],
  ['src/dashboard/a.ts', `import { x } from '../service/sites/index.ts'`, through],
  ['src/dashboard/features/sites/b.tsx', `import { x } from '../../../service/world/world.ts'`, through],
  ['src/dashboard/features/sites/c.tsx', `const x = import('../../../service/world/world.ts')`, through],
  ['src/dashboard/d.ts', `import type { X } from '../service/world/world.ts'`, through],
  ['src/dashboard/e.ts', `import { x } from 'node:fs'`, through],
  ['src/dashboard/f.ts', `import { x } from '../../e2e/mock/seed.ts'`, through],
  ['src/dashboard/g.ts', `export * from '../service/world/world.ts'`, through],
  ['src/dashboard/lib/a.ts', `import { x } from '../api/scope.ts'`, through],
  ['src/dashboard/api/a.ts', `import { x } from '../kit/format/time.ts'`, through],
  ['src/dashboard/api/b.ts', `import { x } from '../features/sites/reads.ts'`, through],
  ['src/dashboard/api/c.ts', `import { x } from '../paths.ts'`, through],
  ['src/dashboard/api/d.ts', `import type { X } from '../../service/world/world.ts'`, through],
  ['src/dashboard/kit/charts/a.ts', `import { x } from '../../features/sites/reads.ts'`, through],
  ['src/dashboard/kit/charts/b.ts', `import type { X } from '../../../contract/sites.ts'`, through],
  ['src/dashboard/kit/charts/c.ts', `import { x } from '../../../contract/index.ts'`, through],
  ['src/dashboard/kit/charts/d.ts', `import { x } from '../../api/scope.ts'`, through],
  ['src/dashboard/kit/charts/f.ts', `import { x } from '../../../words/verdict.ts'`, through],
  ['src/dashboard/kit/charts/e.ts', `import { x } from '../../paths.ts'`, through],
  ['src/dashboard/features/sites/site/a.ts', `import type { X } from '../../../app/shell/nav.ts'`, through],
  ['src/dashboard/features/sites/d.ts', `import { x } from '../monitors/form/draft.ts'`, through],
  ['src/dashboard/features/sites/site/e.ts', `import { x } from '../../monitors/form/draft.ts'`, through],
  ['src/dashboard/features/sites/site/verdict/f.ts', `import { x } from '../../../monitors/form/draft.ts'`, through],
  ['src/dashboard/app/a.ts', `import { x } from '../features/monitors/form/draft.ts'`, through],
  ['src/dashboard/app/shell/b.ts', `const x = import('../../features/monitors/form/draft.ts')`, through],
  ['src/dashboard/paths.ts', `import { x } from './features/sites/reads.ts'`, through],
  ['src/service/a.ts', `import { x } from '../dashboard/paths.ts'`, through],
  ['src/service/accounts/b.ts', `import { x } from '../../dashboard/paths.ts'`, through],
  ['src/service/accounts/c.ts', `import { x } from '../sites/queries.ts'`, through],
  ['src/service/accounts/d.ts', `import { x } from '../http/access/keys.ts'`, through],
  ['src/service/accounts/e.ts', `export { x } from '../sites/queries.ts'`, through],
  ['src/service/service.ts', `import { x } from './database/connect.ts'`, through],
  ['src/service/api/a.ts', `import type { X } from '../secrets/vault.ts'`, through],
  ['src/service/bin/runner.ts', `import type { X } from '../checks/probe.ts'`, through],
  ['src/service/checks/page/p.ts', `import { x } from '../../http/app.ts'`, through],
  ['src/service/checks/http/p.ts', `import { x } from '../../../dashboard/paths.ts'`, through],
  ['src/service/readers/a.ts', `import { x } from '../monitoring/samples/sample-reads.ts'`, through],
  ['src/service/accounts/e2.ts', `import { x } from '../monitoring/read-jobs.ts'`, through],
  ['src/service/f.test.ts', `import { x } from '../../e2e/mock/seed.ts'`, through],
  ['src/service/edge/proxy/g.ts', `import { x } from '../../cache/rules.ts'`, through],
  ['src/service/bin/q.ts', `import { x } from '../../edge/edge.ts'`, through],
  ['src/service/q.ts', `import { x } from '../edge/cache/index.ts'`, through],
  ['src/contract/q.ts', `import { x } from '../edge/index.ts'`, through],
  ['src/dashboard/q.ts', `import { x } from '../edge/index.ts'`, through],
  ['src/dashboard/api/q.ts', `import { x } from '../../edge/index.ts'`, through],
  ['src/edge/a.ts', `import { x } from '../service/service.ts'`, through],
  ['src/edge/control/b.ts', `import { x } from '../../service/database/connect.ts'`, through],
  ['src/edge/origin/c.ts', `import { x } from '../../shared/guard/dial.ts'`, through],
  ['src/edge/origin/c2.ts', `import { x } from '../../service/checks/index.ts'`, through],
  ['src/service/checks/page/g.ts', `import { x } from '../../../shared/guard/dial.ts'`, through],
  ['src/edge/serve/d.ts', `import { x } from '../../dashboard/paths.ts'`, through],
  ['src/edge/cache/e.ts', `import { x } from '../control/site.ts'`, through],
  ['src/edge/cache/f.ts', `import { x } from 'kysely'`, through],
  ['src/edge/cache/g.ts', `import { x } from '../../shared/limit.ts'`, through],
  ['src/dashboard/t.ts', `import { x } from './test/render-page.tsx'`, through],
  ['src/dashboard/kit/charts/t.tsx', `import { x } from '../../test/render-page.tsx'`, through],
  ['src/dashboard/features/sites/t.tsx', `import { x } from '../../test/stub-service.ts'`, through],
  ['src/service/t.ts', `import { x } from './test/send.ts'`, through],
  ['src/service/accounts/t.ts', `import { x } from '../test/send.ts'`, through],
  ['src/service/readers/t.ts', `import { x } from '../test/send.ts'`, through],
  ['src/edge/t.ts', `import { x } from './test/tls.ts'`, through],
  ['src/edge/serve/t.ts', `import { x } from '../test/tls.ts'`, through],
  ['src/service/accounts/u.ts', `import { x } from '../bin/environment.ts'`, through],
  ['src/service/v.ts', `import { x } from '../edge/images.ts'`, through],
  ['src/shared/a.ts', `import { x } from '../service/world/world.ts'`, through],
  ['src/shared/guard/b.ts', `import { x } from '../../edge/index.ts'`, through],
  ['src/shared/c.ts', `import { x } from '../dashboard/paths.ts'`, through],
  ['src/shared/d.ts', `import { x } from '../service/test/send.ts'`, through],
  ['src/dashboard/r.ts', `import { x } from '../shared/limit.ts'`, through],
  ['src/contract/r.ts', `import { x } from '../shared/limit.ts'`, through],
  ['src/edge/control/r.ts', `import { x } from '../../service/world/world.ts'`, through],
  ['src/service/time/r.ts', `import { x } from '../alerts/index.ts'`, through],
  ['src/service/time/r2.ts', `import { x } from '../service.ts'`, through],
  ['src/service/accounts/r.ts', `import { x } from '../handlers.ts'`, through],
  ['src/service/checks/page/r.ts', `import { x } from '../../service.ts'`, through],
  ['src/service/readers/r.ts', `import { x } from '../service.ts'`, through],
  ['src/shared/h.ts', `console.log('hello')`, 'no-console'],
  ['src/edge/g.ts', `console.log('hello')`, 'no-console'],
  ['src/service/h.ts', `console.log('hello')`, 'no-console'],
  ['src/dashboard/h.ts', `console.log('hello')`, 'no-console'],
  ['src/contract/i.ts', `export const x: any = 1`, 'no-explicit-any'],
  ['src/contract/j.ts', `export const x = (v: { a?: string }) => v.a!.length`, 'no-non-null-assertion'],
  ['src/service/k.ts', `Promise.resolve(1)`, 'no-floating-promises'],
  ['src/service/l.ts', `setTimeout(async () => {}, 1)`, 'no-misused-promises'],
  ['src/contract/m.ts', `import { Endpoint } from './n.ts'\nexport type X = Endpoint`, 'consistent-type-imports'],
  [
    'src/service/n.ts',
    `export function f(v: 'a' | 'b') {\n  switch (v) {\n    case 'a':\n      return 1\n  }\n  return 2\n}`,
    'switch-exhaustiveness-check',
  ],
  [
    'src/dashboard/o.tsx',
    `import { useState } from 'react'\nexport function O(p: { on: boolean }) {\n  if (p.on) useState(1)\n  return null\n}`,
    'rules-of-hooks',
  ],
  ['src/dashboard/p.tsx', `export const P = () => <img src="a.png" />`, 'alt-text'],
]

/** Similar lines that no rule forbids. */
const allowed: readonly (readonly [path: string, line: string])[] = [
  [
    'src/cli/ok.ts',
    `import { x } from '../client/errors.ts'\nimport { y } from 'node:fs/promises'\nimport { z } from '../contract/index.ts'\nexport const all = [x, y, z]`,
  ],
  ['src/cli/ok.test.ts', `import { x } from '../service/test/service.ts'\nexport const z = x`],
  [
    'src/contract/ok.ts',
    `import { string } from 'zod/mini'\nimport { y } from './other.ts'\nexport const z = [string, y]`,
  ],
  ['src/contract/ok.test.ts', `import { test } from 'vitest'\nimport { y } from './other.ts'\ntest('x', () => y)`],
  [
    'src/client/ok.ts',
    `import { x } from '../contract/index.ts'\nimport { y } from './errors.ts'\nexport const z = [x, y]`,
  ],
  [
    'src/words/ok.ts',
    `import { y } from '../contract/events.ts'\nimport { x } from './period.ts'\nexport const z = [x, y]`,
  ],
  [
    'src/words/ok.test.ts',
    `import { test } from 'vitest'\nimport { y } from '../contract/events.ts'\ntest('x', () => y)`,
  ],
  [
    'src/dashboard/app/ok.ts',
    `import { y } from '../../contract/index.ts'\nimport { x } from '../features/sites/tabs.ts'\nexport const z = [x, y]`,
  ],
  ['src/dashboard/api/ok.ts', `import { x } from '../lib/create-store.ts'\nexport const z = x`],
  [
    'src/dashboard/kit/charts/ok.ts',
    `import { x } from '../../../client/errors.ts'\nimport { y } from '../../../words/quantities.ts'\nexport const z = [x, y]`,
  ],
  [
    'src/dashboard/features/sites/ok.ts',
    `import { x } from '../../paths.ts'\nimport { y } from './site/deletion.ts'\nexport const z = [x, y]`,
  ],
  ['src/dashboard/features/sites/site/ok.ts', `import { x } from '../../monitors/reads.ts'\nexport const z = x`],
  ['src/dashboard/features/sites/site/ok2.ts', `import { x } from '../list/filter.ts'\nexport const z = x`],
  ['src/dashboard/app/shell/ok.ts', `import { x } from '../../features/sites/tabs.ts'\nexport const z = x`],
  ['src/service/accounts/ok.ts', `import { x } from '../sites/index.ts'\nexport const z = x`],
  ['src/service/accounts/ok2.ts', `import { x } from './queries.ts'\nexport const z = x`],
  ['src/service/accounts/ok3.ts', `import { x } from '../../contract/accounts.ts'\nexport const z = x`],
  ['src/service/accounts/ok9.ts', `import { x } from '../../words/verdict.ts'\nexport const z = x`],
  ['src/dashboard/features/sites/ok2.tsx', `import { x } from '../../../words/verdict.ts'\nexport const z = x`],
  ['src/edge/explain/ok.ts', `import { x } from '../../words/explanation.ts'\nexport const z = x`],
  ['src/service/checks/box/ok.ts', `import { x } from '../http/http-check.ts'\nexport const z = x`],
  ['src/service/checks/page/ok.ts', `import { x } from '../http/http-check.ts'\nexport const z = x`],
  ['src/service/checks/throttle/ok.ts', `import { x } from '../../database/index.ts'\nexport const z = x`],
  ['src/service/checks/delay/ok.ts', `import { x } from '../http/http-check.ts'\nexport const z = x`],
  ['src/service/accounts/ok4.ts', `import { x } from '../world/world.ts'\nexport const z = x`],
  ['src/service/readers/ok.ts', `import { x } from '../monitoring/read-jobs.ts'\nexport const z = x`],
  ['src/service/http/limits/ok5.ts', `import { x } from '../../api/errors.ts'\nexport const z = x`],
  [
    'src/service/ok6.ts',
    `import { x } from './database/index.ts'\nimport { y } from 'node:http'\nexport const z = [x, y]`,
  ],
  ['src/service/bin/ok7.ts', `import { x } from '../../edge/index.ts'\nexport const z = x`],
  [
    'src/edge/control/ok.ts',
    `import { x } from '../../service/database/index.ts'\nimport { y } from '../../contract/settings.ts'\nexport const z = [x, y]`,
  ],
  ['src/edge/origin/ok.ts', `import { x } from '../../shared/guard/index.ts'\nexport const z = x`],
  ['src/edge/serve/ok.ts', `import { x } from '../../shared/limit.ts'\nexport const z = x`],
  ['src/service/checks/http/ok.ts', `import { x } from '../../../shared/guard/index.ts'\nexport const z = x`],
  ['src/service/time/ok.ts', `import { x } from '../database/index.ts'\nexport const z = x`],
  ['src/service/api/ok.ts', `import { x } from '../world/dns.ts'\nexport const z = x`],
  ['src/service/bin/ok8.ts', `import { x } from '../service.ts'\nexport const z = x`],
  ['src/shared/ok.ts', `import { x } from '../contract/paging.ts'\nexport const z = x`],
  ['src/shared/guard/ok.test.ts', `import { x } from '../../service/test/dns-server.ts'\nexport const z = x`],
  ['src/edge/cache/ok.ts', `import { x } from 'node:zlib'\nimport { y } from './fields.ts'\nexport const z = [x, y]`],
  ['src/edge/cache/ok2.ts', `import { x } from '../../shared/lru-map.ts'\nexport const z = x`],
  ['src/edge/test/ok.ts', `import { x } from '../../service/test/wait-for.ts'\nexport const z = x`],
  ['src/dashboard/features/sites/ok.test.tsx', `import { x } from '../../test/render-page.tsx'\nexport const z = x`],
  ['src/dashboard/test/ok.ts', `import { x } from '../app/routes.tsx'\nexport const z = x`],
  ['src/service/ok.test.ts', `import { x } from './test/send.ts'\nexport const z = x`],
  ['src/service/accounts/testing.ts', `import { x } from '../test/send.ts'\nexport const z = x`],
  ['e2e/mock/ok.ts', `import { x } from '../../src/service/main.ts'\nexport const z = x`],
]

const foldersIn = (path: string, recursive = false) =>
  readdirSync(join(root, path), { withFileTypes: true, recursive })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(join(root, path), join(entry.parentPath, entry.name)))

/** Into each folder of the service that has an index.ts past that, and out of each, however deep, into another. */
const leaks: typeof broken = [
  ...foldersIn('src/service')
    .filter((name) => !foundation.includes(name))
    .map((name) => [`src/service/into-${name}.ts`, `import { x } from './${name}/inner.ts'`, through] as const),
  ...foldersIn('src/service', true).map((path) => {
    const top = '../'.repeat(path.split(sep).length)
    return [`src/service/${path}/leak.ts`, `import { x } from '${top}sites/queries.ts'`, through] as const
  }),
]

const report = z.looseObject({ diagnostics: z.array(z.looseObject({ code: z.string(), filename: z.string() })) })

let tree: string
let found: ReadonlySet<string>

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'site performance walls '))
  for (const [path, line] of [...broken, ...leaks, ...allowed]) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), `${line}\n`)
  }
  for (const file of ['oxlint.config.ts', 'scripts/rooms.ts', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, file), join(tree, file))
  }
  // the type-aware linter is looked up there
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const { output } = await run(toolPath('oxlint'), ['--format', 'json', 'src', 'e2e'], { to: 'capture', cwd: tree })
  const { diagnostics } = z.parse(report, JSON.parse(output))
  found = new Set(diagnostics.map(({ code, filename }) => `${filename} ${/\((.+)\)/.exec(code)?.[1] ?? code}`))
}, 60_000)
afterAll(() => rmSync(tree, { recursive: true }))

test.each([...broken, ...leaks])('%s: %s is refused', (path, _, rule) => {
  expect([...found].filter((entry) => entry.startsWith(`${path} `))).toContain(`${path} ${rule}`)
})

test.each(allowed)('%s: %s is allowed', (path) => {
  expect([...found].filter((entry) => entry.startsWith(`${path} `) && entry.endsWith(through))).toEqual([])
})

test('every folder of the dashboard but that of its tests is a layer', () => {
  expect(new Set(layerNames)).toEqual(new Set(foldersIn('src/dashboard').filter((name) => name !== 'test')))
})
