import * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '../../../contract/endpoint.ts'
import { decodeText } from '../../../contract/wire.ts'
import { useAddress } from '../navigation/use-address.ts'

type Listed<Query extends ObjectSchema> = Endpoint<string, string, Query>
type Defaults<Query extends ObjectSchema> = Partial<z.input<Query>>

/** A list's query from the address, parsed with the endpoint's schema. Invalid values fall back to the default. */
export function readListQuery<Query extends ObjectSchema>(
  endpoint: Listed<Query>,
  params: URLSearchParams,
  defaults: Defaults<Query>,
): z.output<Query> {
  const schema = endpoint.query
  if (!schema) throw new Error(`${endpoint.id} takes no query`)
  const accepted: Record<string, unknown> = Object.fromEntries(params)
  const all = z.safeParse<Query>(schema, decodeText(schema, { ...defaults, ...accepted }))
  if (all.success) return all.data
  for (const issue of all.error.issues) delete accepted[String(issue.path[0])]
  return z.parse<Query>(schema, decodeText(schema, { ...defaults, ...accepted }))
}

/** The address's parameters after a change, without those that have their default. */
export function writeListQuery(params: URLSearchParams, change: object, defaults: object): URLSearchParams {
  const next = new URLSearchParams(params)
  const defaultValues = new Map<string, unknown>(Object.entries({ page: 1, ...defaults }))
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '' || value === defaultValues.get(name)) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** A list page's state, kept in the address so that any view can be shared and reloaded. */
export function useListQuery<Query extends ObjectSchema>(endpoint: Listed<Query>, defaults: Defaults<Query>) {
  const [params, setParams] = useAddress()
  const query = readListQuery(endpoint, params, defaults)
  /** `replace` adds no history entry, so that Back doesn't go through every letter typed. */
  const change = (to: Defaults<Query>, { replace = false } = {}) =>
    setParams((now) => writeListQuery(now, to, defaults), { replace, preventScrollReset: true })
  return [query, change] as const
}
