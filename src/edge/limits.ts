import { settingsLimits } from '../contract/settings-limits.ts'
import { bytes, characters, count, limits, time } from '../shared/limit.ts'

export const cacheLimits = limits({
  object: bytes(8 * 2 ** 20, 'A body that is stored'),
  variants: count(16, 'Responses stored of one address; beyond that, the oldest goes'),
  address: characters(200, 'A path and query that is remembered as it is; of a longer one, a digest'),
  purges: count(100_000, 'Purges remembered; beyond that, everything older counts as purged'),
  patternsOfSite: count(
    200,
    'Patterns purged at a site that are remembered; beyond that, what is older at the site counts as purged',
  ),
  patterns: count(
    20_000,
    'Patterns purged at all sites; beyond that, the caches of those purged longest ago are emptied',
  ),
  patternSteps: count(
    settingsLimits.filterSteps,
    'Steps to compare an address with the patterns purged at its site; beyond that, it counts as purged',
  ),
  tags: count(64, 'Tags of an answer; one with more is purged with any tag'),
  tagLength: characters(8 * 1024, 'Its Cache-Tag and Surrogate-Key; an answer with longer ones is purged with any tag'),
  unshared: count(20_000, "Addresses remembered whose answer wasn't for everyone"),
  unsharedTime: time(60_000, 'How long they are remembered'),
  notStored: count(5000, "Addresses remembered with the reason why their answer wasn't stored"),
  parts: count(5000, 'Addresses remembered of which a part was asked for'),
  partsTime: time(10 * 60_000, 'Between two requests for the whole because parts were asked for'),
})
