import type { PurgeOperator } from '../../../contract/index.ts'

/** How a line of the form says what to purge. */
export const kinds = ['address', 'below', 'contains', 'regex', 'tag', 'type'] as const
export type Kind = (typeof kinds)[number]

export const types = ['page', 'css', 'js'] as const
export type Type = (typeof types)[number]

export const operators = { below: 'PREFIX', contains: 'CONTAIN', regex: 'REGEX' } as const satisfies Partial<
  Record<Kind, PurgeOperator>
>

/** What the form offers. The page's address has the name of what is chosen. */
export interface Group {
  readonly name: string
  readonly label: string
  /** What a line's field has. */
  readonly field: 'Path' | 'Pattern' | 'Tag' | 'Type'
  /** What lines are counted as. */
  readonly one: string
  readonly hint: string
  /** Those of its lines; new ones are of the first. */
  readonly kinds: readonly [Kind, ...Kind[]]
}

const addresses: Group = {
  name: 'addresses',
  label: 'Addresses',
  field: 'Path',
  one: 'path',
  hint: 'paths, whole addresses or a pasted list',
  kinds: ['address'],
}

export const groups: readonly Group[] = [
  addresses,
  {
    name: 'below',
    label: 'Below a path',
    field: 'Path',
    one: 'pattern',
    hint: 'every address that begins with it',
    kinds: ['below'],
  },
  {
    name: 'pattern',
    label: 'Pattern',
    field: 'Pattern',
    one: 'pattern',
    hint: 'compared with path and query',
    kinds: ['contains', 'regex'],
  },
  {
    name: 'tag',
    label: 'Tag',
    field: 'Tag',
    one: 'tag',
    hint: 'from your server’s Cache-Tag or Surrogate-Key header',
    kinds: ['tag'],
  },
  { name: 'type', label: 'Type', field: 'Type', one: 'type', hint: 'everything of a type', kinds: ['type'] },
]

/** @param name from the page's address */
export const groupNamed = (name: string | null): Group => groups.find((group) => group.name === name) ?? addresses

/** Null for what is chosen first. */
export const paramOf = (group: Group): string | null => (group === addresses ? null : group.name)

export const groupOf = (kind: Kind = 'address'): Group =>
  groups.find((group) => group.kinds.includes(kind)) ?? addresses
