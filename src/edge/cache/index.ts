export { isForOrigin, isNotModified, rangeHolds, validators } from './conditional.ts'
export { type Entry, entryOf } from './entry.ts'
export { forbidsTransforming, responseDirectives, setsCookie, withheldFields } from './directives.ts'
export {
  endToEnd,
  type FieldLines,
  type Fields,
  fieldsOf,
  listedByConnection,
  membersOf,
  textOf,
  valueOf,
  withField,
  withoutFields,
  without,
} from './fields.ts'
export { Flights, type Landing } from './flights.ts'
export { freshened } from './freshen.ts'
export {
  ageOf,
  type FreshnessField,
  type Lifetime,
  lifetimeOf,
  maxUseMs,
  type Received,
  renewedLifetime,
  standsInFor,
  type Usability,
  usabilityOf,
} from './freshness.ts'
export { type Labels, labelsOf, namesTags, tagFields } from './labels.ts'
export { type Address, type Pattern, Purges, type Purge } from './purge.ts'
export { invalidatedBy } from './invalidation.ts'
export { rangeOf } from './ranges.ts'
export { reasonNotToStore } from './storable.ts'
export { Store } from './store.ts'
export { Uncacheable } from './uncacheable-addresses.ts'
export { selectedValues, variesBy } from './vary.ts'
