import { expect, test } from 'vitest'
import { changesCsv } from './export-changes.ts'

test('changes as CSV have the words of the page and the IDs', () => {
  const event = {
    id: 'e',
    at: '2026-11-21T08:00:00.000Z',
    kind: 'site.state',
    actor: 'dns',
    site_id: 's',
    monitor_id: null,
    detail: { host: 'a.example', from: 'active', to: 'off' },
    raw: {},
  }
  expect(
    changesCsv([event, { raw: {} }])
      .split('\r\n')
      .filter(Boolean),
  ).toEqual([
    'at,what,site_or_monitor,who,kind,site_id,monitor_id,id',
    '2026-11-21T08:00:00.000Z,DNS no longer points to the service: active → off,a.example,DNS,site.state,s,,e',
    ',Change of an unknown kind,,not reported,,,,',
  ])
})
