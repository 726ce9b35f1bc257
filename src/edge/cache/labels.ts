import { type Fields, membersOf } from './fields.ts'

/** Fields in which origins name the tags of an answer. They are for caches, never for visitors. */
export const tagFields: ReadonlySet<string> = new Set(['cache-tag', 'surrogate-key'])

/** What purges can name a response by, besides its address. */
export interface Labels {
  /** In lower case; undefined where the origin named more than are remembered. */
  readonly tags: readonly string[] | undefined
  readonly type: 'css' | 'js' | 'other'
}

/** How many tags of a response are remembered, and how long the fields may be that name them. */
export interface TagBounds {
  readonly tags: number
  readonly tagLength: number
}

/** What a response's fields say of it. */
export function labelsOf(fields: Fields, bounds: TagBounds): Labels {
  return { tags: tagsOf(fields, bounds), type: typeOf(fields['content-type']) }
}

/** Whether a response says which tags it has. */
export const namesTags = (fields: Fields): boolean =>
  fields['cache-tag'] !== undefined || fields['surrogate-key'] !== undefined

/** `Cache-Tag` separates by commas, `Surrogate-Key` by spaces. */
function tagsOf(
  { 'cache-tag': listed = '', 'surrogate-key': spaced = '' }: Fields,
  bounds: TagBounds,
): readonly string[] | undefined {
  if (listed === '' && spaced === '') return none
  if (listed.length + spaced.length > bounds.tagLength) return undefined
  const tags = new Set([...membersOf(listed), ...spaced.split(/[\s,]+/)].map((tag) => tag.toLowerCase()))
  tags.delete('')
  return tags.size > bounds.tags ? undefined : [...tags]
}

const none: readonly never[] = []

function typeOf(contentType: string | undefined): Labels['type'] {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'text/css') return 'css'
  return /^(?:text|application)\/(?:x-)?(?:javascript|ecmascript)$/.test(type) ? 'js' : 'other'
}
