import { expect, test } from 'vitest'
import type { Monitor } from '../../../contract/index.ts'
import { keyPageOf } from './key-page.ts'

const monitor = (id: string, site_id: string | null, name: string, url: string): Monitor => ({
  id,
  site_id,
  user_id: 'u',
  name,
  template_type: 'multi-location',
  type: 'WEBPAGE',
  status: 'RUNNING',
  suspended_message: null,
  constants: { url, protocol: 'HTTPS', http_headers: null, auth: null, password: null },
  variables: { locations: [], connectivities: [] },
  timing: { interval: 30, policy: 'PARALLEL', duration: null, run_times: null },
  created_at: '',
  updated_at: '',
  last_sample: null,
  raw: {},
})

const site = { id: 's', host: 'www.a.example' }

test.each([
  ['by the site’s id', monitor('1', 's', 'renamed', 'https://old.example/')],
  ['by its name, if the service reports no site', monitor('1', null, 'www.a.example', 'https://other.example/x')],
  ['by the home page’s address', monitor('1', null, 'Home', 'https://www.a.example/')],
])('a key page is found %s', (_, found) => {
  const others = [
    monitor('2', 'other', 'www.a.example', 'https://www.a.example/'),
    monitor('3', null, 'Shop', 'https://www.a.example/shop'),
  ]
  expect(keyPageOf([...others, found], site)?.id).toBe('1')
  expect(keyPageOf(others, site)).toBeUndefined()
})
