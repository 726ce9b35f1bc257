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
    // a name is as free as any text
    person: { id: 'p', name: '=Ada' },
    detail: { host: 'a.example', from: 'active', to: 'off' },
    raw: {},
  }
  const detail = { title: 'Shop, 2.4', url: 'https://git.example/2.4', host: null }
  const byKey = { ...event, id: 'k', person: null, key: { id: 'd', name: 'Deployment' } }
  const release = { ...event, id: 'r', kind: 'release.created', actor: 'holder', site_id: null, person: null, detail }
  expect(
    changesCsv([event, byKey, release, { raw: {} }])
      .split('\r\n')
      .filter(Boolean),
  ).toEqual([
    'at,what,site_or_monitor,who,kind,site_id,monitor_id,id,url,person_id,key_id',
    "2026-11-21T08:00:00.000Z,DNS no longer points to the service: active → off,a.example,'=Ada,site.state,s,,e,,p,",
    '2026-11-21T08:00:00.000Z,DNS no longer points to the service: active → off,a.example,Key Deployment,site.state,s,,k,,,d',
    '2026-11-21T08:00:00.000Z,"Release: Shop, 2.4",All sites,Account holder,release.created,,,r,https://git.example/2.4,,',
    ',Change of an unknown kind,,not reported,,,,,,,',
  ])
})
