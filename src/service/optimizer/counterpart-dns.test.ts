import { expect, test } from 'vitest'
import type { RootDns } from '../../contract/root-dns.ts'
import { counterpartDnsOf } from './counterpart-dns.ts'

type Look = Parameters<typeof counterpartDnsOf>[0]

const ours = '198.51.100.7'
const theirs = '203.0.113.9'
const nothing = { wasHere: false, isProved: false, isTaken: false, isSiteHere: false }
const leadsTo = (...seen: string[]) => ({ cname: null, seen, foreign: seen.filter((address) => address !== ours) })
const named = (cname: Look['cname']) => ({ cname, seen: [], foreign: [] })

const bare = { ...nothing, isRoot: true }
const www = { ...nothing, isRoot: false }

test.each<[what: string, look: Look, verdict: RootDns]>([
  ['the site’s service CNAME', { ...www, ...named('service') }, 'here'],
  ['the same, though a site had the name first', { ...www, ...named('service'), isTaken: true }, 'here'],
  ['another name', { ...www, ...named('other'), isSiteHere: true }, 'elsewhere'],
  ['the site’s host, which is live', { ...www, ...named('site'), isSiteHere: true }, 'here'],
  ['the site’s host, which isn’t', { ...www, ...named('site') }, 'unproved'],
  ['the site’s host, but it’s another’s', { ...www, ...named('site'), isSiteHere: true, isTaken: true }, 'unproved'],
  ['the edge, beside a live root domain', { ...www, ...leadsTo(ours), isSiteHere: true }, 'here'],
  ['the edge, beside one that isn’t live', { ...www, ...leadsTo(ours) }, 'unproved'],
  ['the edge, as before, beside one that isn’t', { ...www, ...leadsTo(ours), wasHere: true }, 'unproved'],
  ['the edge, but it’s another’s', { ...www, ...leadsTo(ours), isSiteHere: true, isTaken: true }, 'unproved'],
  ['a forgotten address too', { ...www, ...leadsTo(ours, theirs), isSiteHere: true }, 'partly'],
  ['nothing', { ...www, ...leadsTo(), isSiteHere: true }, 'none'],
  ['the edge: a root domain beside a live www', { ...bare, ...leadsTo(ours), isSiteHere: true }, 'unproved'],
  ['the edge: a root domain with proof', { ...bare, ...leadsTo(ours), isProved: true }, 'here'],
  ['the edge: a root domain that had proof', { ...bare, ...leadsTo(ours), wasHere: true }, 'here'],
  ['the edge: one that is another’s', { ...bare, ...leadsTo(ours), wasHere: true, isTaken: true }, 'unproved'],
  ['the customer’s server, with proof', { ...bare, ...leadsTo(theirs), isProved: true }, 'elsewhere'],
])('a counterpart leads to %s', (_, look, verdict) => expect(counterpartDnsOf(look)).toBe(verdict))
