import { expect, test } from 'vitest'
import type { IncidentRecord } from '../../../contract/index.ts'
import { severityByTrouble, siteVerdict, verdictsBy, worstFirst } from './verdicts.ts'

const incident = (site_id: string, kind: string, severity: number): IncidentRecord => ({
  id: `${kind} of ${site_id}`,
  kind,
  severity,
  host: 'www.example',
  site_id,
  cause: 'HTTP 503',
  started_at: '2026-11-01T00:00:00Z',
  ended_at: null,
  end_reason: null,
  partly: false,
  acknowledged_at: null,
  acknowledged_by: null,
  requests: null,
  places: [],
})
const site = (id: string, optimizer: string | undefined = 'active') => ({
  id,
  host: `${id}.example`,
  optimizer,
  portal_url: '',
  api_url: '',
  service_cname: null,
  preview_url: null,
})
const rows = [
  incident('slow', 'slow', 1),
  incident('down', 'slow', 1),
  incident('down', 'down', 3),
  incident('rest', 'down', 3),
]

test('sites in trouble come first, except in maintenance', () => {
  const sites = [site('good'), site('slow'), site('rest', 'maintenance'), site('down')]
  const verdicts = verdictsBy({ rows, total_entries: rows.length })
  expect(worstFirst(sites, verdicts).map(({ id }) => id)).toEqual(['down', 'slow', 'good', 'rest'])
  expect(worstFirst(sites, null)).toEqual(sites)
  expect(worstFirst(sites, undefined)).toEqual(sites)
})

test('a site’s verdict is that of its worst incident', () => {
  const { openOf } = verdictsBy({ rows, total_entries: rows.length })
  expect(siteVerdict('a.example', 'active', openOf('down') ?? [])).toMatchObject({
    trouble: 'down',
    severity: 3,
    cause: 'HTTP 503',
    incidents: 2,
  })
  expect(siteVerdict('a.example', 'maintenance', openOf('down') ?? [])).toMatchObject({
    trouble: 'maintenance',
    kind: null,
  })
  expect(siteVerdict('a.example', 'active', openOf('good') ?? [])).toMatchObject({ trouble: 'healthy', incidents: 0 })
  expect(siteVerdict('a.example', null, [])).toMatchObject({ trouble: 'idle' })
})

test('a kind of trouble is as severe as the worst of its sites', () => {
  const elsewhere = { ...incident('', 'slow', 3), site_id: null }
  const worst = severityByTrouble([...rows, incident('slower', 'slow', 2), incident('last', 'slow', 1), elsewhere])
  expect(Object.fromEntries(worst)).toEqual({ down: 3, slow: 2 })
})

test('with more incidents than were read, a site without any isn’t known to be healthy', () => {
  const { openOf } = verdictsBy({ rows, total_entries: rows.length + 1 })
  expect(openOf('good')).toBeUndefined()
  expect(openOf('slow')).toHaveLength(1)
})
