import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SiteRow } from './site.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

const position = { position: 7, at: 1_700_000_000_000 }

const rowOf = (id: string): SiteRow => ({
  id,
  host: `${id}.example`,
  state: 'active',
  service_cname: `s-${id}.edge.example`,
  preview_host: `p-${id}.edge.example`,
  https: 1,
  check_certificate: 0,
  origin: null,
  cname_seen: null,
  cname_seen_at: 5,
  txt_seen: 0,
  root_dns: null,
  host_since: 0,
  own_origin: null,
  origin_host: null,
  counterpart: null,
  counterpart_cname_seen: null,
  counterpart_seen_at: null,
  counterpart_txt_seen: 0,
  counterpart_dns: null,
  counterpart_since: null,
  settings: '{"a":"\\n\u2028"}',
  links: null,
  certificate_hostname: `${id}.example`,
  certificate_counterpart: null,
  chain: 'a chain',
  key_sealed: 'a sealed key',
  valid_until: 9,
})

function place() {
  const parent = mkdtempSync(join(tmpdir(), 'snapshot-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'edge')
  return { folder, database: 'a', file: join(folder, 'sites.jsonl') }
}

test('the sites are read as they were written', async () => {
  const at = place()
  expect(await readSnapshot(at)).toBeUndefined()
  const rows = Array.from({ length: 1234 }, (_, i) => rowOf(`site-${i}`))
  await writeSnapshot(at, rows, position)
  expect(await readSnapshot(at)).toEqual({ rows, position })
  await writeSnapshot(at, [], position)
  expect(await readSnapshot(at)).toEqual({ rows: [], position })
  expect(statSync(at.file).mode & 0o777).toBe(0o600)
  expect(readdirSync(at.folder)).toEqual(['sites.jsonl'])
})

test('what a killed process left behind is deleted after a while', async () => {
  const at = place()
  await writeSnapshot(at, [], position)
  for (const name of ['sites.jsonl.old', 'sites.jsonl.new']) writeFileSync(join(at.folder, name), '')
  utimesSync(join(at.folder, 'sites.jsonl.old'), 0, 0)
  await writeSnapshot(at, [], position)
  expect(readdirSync(at.folder).toSorted()).toEqual(['sites.jsonl', 'sites.jsonl.new'])
})

const change = (from: string, to: string) => (file: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))

test.each([
  ['cut off', 'damaged', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -30))],
  [
    'cut off between lines',
    'damaged',
    (file) => writeFileSync(file, `${readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n')}\n`),
  ],
  ['empty', 'another version', (file) => writeFileSync(file, '')],
  ['full of zeros', 'another version', (file) => writeFileSync(file, Buffer.alloc(5000))],
  ['changed in a row', 'damaged', change('a.example', 'b.example')],
  ['longer', 'damaged', (file) => appendFileSync(file, '{}\n')],
  ['of another version', 'another version', change('"version":4', '"version":5')],
  ['of another database', 'another database', change('"database":"a"', '"database":"b"')],
  ['writable by others', 'others', (file) => chmodSync(file, 0o666)],
] as readonly (readonly [string, string, (file: string) => void])[])(
  'one that is %s isn’t used',
  async (_, why, spoil) => {
    const at = place()
    await writeSnapshot(at, [rowOf('a')], position)
    spoil(at.file)
    await expect(readSnapshot(at)).rejects.toThrow(why)
  },
)

test('a row that has a wrong form isn’t used, even with the right digest', async () => {
  const at = place()
  await writeSnapshot(at, [{ ...rowOf('a'), https: 'yes' as unknown as number }], position)
  await expect(readSnapshot(at)).rejects.toThrow()
})

test('a link to another file isn’t followed', async () => {
  const at = place()
  mkdirSync(at.folder)
  symlinkSync('/etc/hostname', at.file)
  await expect(readSnapshot(at)).rejects.toThrow('ELOOP')
})

test('a folder that can’t be made is an error, and the old snapshot stays where writing fails', async () => {
  const at = place()
  await expect(writeSnapshot({ ...at, folder: '/proc/none/edge' }, [], position)).rejects.toThrow()
  await writeSnapshot(at, [rowOf('a')], position)
  const failing = (function* (): Iterable<SiteRow> {
    yield rowOf('b')
    throw new Error('no space')
  })()
  await expect(writeSnapshot(at, failing, position)).rejects.toThrow('no space')
  expect((await readSnapshot(at))?.rows).toEqual([rowOf('a')])
  expect(readdirSync(at.folder)).toEqual(['sites.jsonl'])
})
