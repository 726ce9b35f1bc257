import { expect, test } from 'vitest'
import { csvChunk, exportSamples, type ExportFormat } from './export.ts'

const sample = (id: string, more: object = {}) => {
  const raw = { id, taken_at: '2026-11-21T10:00:00.000Z', sample_type: 2, metrics: { load: 1200 }, ...more }
  return { ...raw, connectivity: null, issues: [], raw }
}

function exported(format: ExportFormat, signal = new AbortController().signal) {
  const progress: [number, number][] = []
  const file = exportSamples({
    format,
    names: new Map(),
    signal,
    onProgress: (done, total) => progress.push([done, total]),
    fetchPage: async (page) => ({ rows: [sample(`s${page}`)], total_entries: 3, total_pages: 3 }),
  })
  return { file, progress }
}

test('a CSV file has one header and a row per sample', async () => {
  const { file, progress } = exported('csv')
  const { blob, rows } = await file
  const lines = (await blob.text()).trim().split('\r\n')
  expect(rows).toBe(3)
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^\uFEFF?id,taken_at,severity,/)
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['s1', 's2', 's3'])
  expect(lines[1]).toContain(',error,')
  expect(progress).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
})

test('a JSON file has the records as received', async () => {
  const { blob } = await exported('json').file
  expect(JSON.parse(await blob.text())).toEqual(['s1', 's2', 's3'].map((id) => sample(id).raw))
})

test('formulas become text and unknown fields are kept', () => {
  const csv = csvChunk([{ ...sample('x', { location: '=1+1', colour: 'teal' }), location: '=cmd|1' }], new Map(), true)
  expect(csv).toContain(",'=cmd|1,")
  expect(csv).toContain('"{""colour"":""teal""}"')
})

test('a cancelled export produces no file', async () => {
  const controller = new AbortController()
  controller.abort()
  await expect(exported('csv', controller.signal).file).rejects.toThrow()
})
