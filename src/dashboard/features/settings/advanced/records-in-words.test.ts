import { describe, expect, test } from 'vitest'
import { networkInWords, profileInWords, scheduleInWords } from './records-in-words.ts'

const unreported = 'The service doesn’t report its settings.'

test.each([
  [{ name: 'General', default: true }, undefined, 'Applies to every request. Its settings are the ones shown here.'],
  [{ name: 'Campaign', default: false }, undefined, `Applies when its schedule says so. ${unreported}`],
  [{ name: 'Campaign' }, { enabled: true, rules: [] }, `Not in use: it has no schedule. ${unreported}`],
  [{ name: 'Campaign' }, { enabled: false, rules: [{}] }, `Not in use: its schedule is off. ${unreported}`],
  [{ name: 'Campaign' }, { enabled: true, rules: [{}, {}] }, `Applies at the times set by 2 rules. ${unreported}`],
  [{}, undefined, 'The service reports it in a format that only the raw record shows.'],
])('the profile %j with the schedule %j in words', (profile, schedule, words) => {
  expect(profileInWords(profile, schedule)).toBe(words)
})

test.each([
  [{ enabled: false, rules: [] }, 'Campaign has no schedule.'],
  [{ enabled: true, rules: [{}] }, 'Campaign applies at the times set by 1 rule.'],
  [{ enabled: false, rules: [{}, {}] }, 'Campaign has 2 rules, but its schedule is off.'],
  [{ enabled: true }, 'Campaign: The service reports it in a format that only the raw record shows.'],
])('the schedule %j in words', (schedule, words) => {
  expect(scheduleInWords(schedule, 'Campaign')).toBe(words)
})

describe('the delivery network', () => {
  const node = (ip: string, location: string) => ({ ip, role: 'load_balancer', location })

  test('counts addresses, and names each location once', () => {
    const nodes = [node('192.0.2.1', 'Tokyo'), node('192.0.2.1', 'Tokyo'), node('192.0.2.2', 'Frankfurt')]
    expect(networkInWords({ service_cname: 'edge.example', nodes })).toBe(
      'Visitors who come through the service are served from 2 addresses in Frankfurt and Tokyo. A DNS record that points to edge.example brings them there.',
    )
    expect(networkInWords({ service_cname: null, nodes: [node('192.0.2.1', 'Tokyo')] })).toBe(
      'Visitors who come through the service are served from 1 address in Tokyo.',
    )
  })

  test('may have no nodes, or an unknown format', () => {
    expect(networkInWords({ nodes: [] })).toBe('No edge node serves this site yet.')
    expect(networkInWords({})).toMatch(/raw record/)
  })
})
