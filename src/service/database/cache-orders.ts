import * as z from 'zod/mini'

/**
 * What an order of `cache_orders` removes from the cache. An edge node of an older version knows only `condition`, and
 * empties the cache of the site for anything else.
 */
const item = z.union([
  z.object({ condition: z.string() }),
  z.object({ tag: z.string() }),
  z.object({
    pattern: z.object({
      /** Whether an address begins with the text, contains it, or has it as a regular expression. */
      operator: z.enum(['PREFIX', 'CONTAIN', 'REGEX']),
      text: z.string(),
      /** Only responses of this type; `other` is neither of the others. */
      type: z.nullable(z.enum(['css', 'js', 'other'])),
    }),
  }),
])
export type OrderItem = z.output<typeof item>
export type PurgePattern = Extract<OrderItem, { pattern: unknown }>['pattern']

const items = z.array(item)

/** Reads one item. @throws if it can't be read */
export const orderItem = (text: string): OrderItem => item.parse(JSON.parse(text))

/** Reads the items of an order. @throws if they can't be read */
export const orderItems = (text: string): readonly OrderItem[] => items.parse(JSON.parse(text))
