import * as z from 'zod/mini'
import { id } from './fields.ts'

export const maxPerPage = 100
export const defaultPerPage = 10
const perPageProblem = `must be 1 to ${maxPerPage}`

export const paging = z.object({
  page: z._default(z.int('must be a whole number').check(z.gte(1, 'must be at least 1')), 1),
  per_page: z._default(
    z.int('must be a whole number').check(z.gte(1, perPageProblem), z.lte(maxPerPage, perPageProblem)),
    defaultPerPage,
  ),
})

export const searchTerm = z.optional(z.nullable(z.string().check(z.maxLength(200))))

export const pagingWithSearch = z.extend(paging, { search_term: searchTerm, user_id: z.optional(id) })

/** A page of a list, with its totals. */
export function pageOf<const Rows extends string, Item extends z.ZodMiniType>(rows: Rows, item: Item) {
  return z.looseObject({
    current_page: z.int(),
    total_pages: z.int(),
    per_page: z.int(),
    total_entries: z.int(),
    [rows]: z.array(item),
  } as {
    current_page: z.ZodMiniNumber
    total_pages: z.ZodMiniNumber
    per_page: z.ZodMiniNumber
    total_entries: z.ZodMiniNumber
  } & {
    [K in Rows]: z.ZodMiniArray<Item>
  })
}
