import { count, limits, time } from '../limit.ts'

export const dnsLimits = limits({
  attempt: time(2000, 'The first attempt at a name server; later ones wait longer'),
  tries: count(2, 'Attempts at each name server'),
  patience: time(300, 'Without an answer, before the next name server is asked as well'),
  silence: time(60_000, 'Before a name server that was overtaken is asked again, to find out whether it is back'),
  addresses: count(16, 'Addresses of a host; further ones are left out'),
  hosts: count(256, 'Hosts that one check looks up, each of them once; requests to further ones fail'),
  kept: count(10_000, "Hosts of sites' servers whose addresses the edge keeps; beyond that, it forgets the oldest"),
  keptLeast: time(1000, 'How long it keeps them, even if DNS says less'),
  keptMost: time(5 * 60_000, 'How long it keeps them, even if DNS says more'),
})
