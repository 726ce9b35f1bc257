import {
  allEndpoints,
  type Endpoint,
  type EndpointId,
  type EndpointOf,
  type InputOf,
  maxPerPage,
  type PathParams,
  type ReadOf,
} from '../contract/index.ts'
import { exchange, type ExchangeOptions } from './exchange.ts'
import { pagesOf } from './pages.ts'
import type { Caller, WireInput } from './request.ts'
import { newIdempotencyKey, withRetries } from './retries.ts'

/** Whose API: a partner's, for all its accounts, or that of one account. */
export type ClientScope = 'partner' | 'user'

interface Common {
  /** Of the API, such as `https://perf.example.com/api`. */
  readonly baseUrl: string
  /** The operations that are open to anyone need none. */
  readonly key?: string | undefined
  /** How long one request may take. Default: 30 seconds. */
  readonly timeoutMs?: number | undefined
  /** How often a request is sent again at most. Default: 3. */
  readonly retries?: number | undefined
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined
}
interface OfScope {
  readonly partner: {
    /** Fills in `partner_id`. */
    readonly partnerId: string
  }
  readonly user: {
    /** The account. Default: that of the key. */
    readonly userId?: string | undefined
  }
}
export type ClientOptions<S extends ClientScope> = Common & { readonly scope: S } & OfScope[S]

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly retries?: number | undefined
  /** For a POST that may be sent again by another process, such as a second run of a script. Default: a new one for each call. */
  readonly idempotencyKey?: string | undefined
}

/** The operations of a scope by their id in the reference, such as `monitors.list`. */
export type Operation<S extends ClientScope> = EndpointId extends infer Id
  ? Id extends `${S}.${infer Name}`
    ? Name
    : never
  : never
type EndpointIn<S extends ClientScope, Name extends string> = Extract<
  EndpointOf<EndpointId>,
  { readonly id: `${S}.${Name}` }
>

type WithoutPartner<E extends Endpoint> =
  Exclude<keyof PathParams<E>, 'partner_id'> extends never
    ? { readonly path?: undefined }
    : { readonly path: Omit<PathParams<E>, 'partner_id'> }
/** What an operation is called with. In a partner's scope, without `partner_id`. */
export type InputIn<S extends ClientScope, Name extends Operation<S>> = S extends 'partner'
  ? Omit<InputOf<EndpointIn<S, Name>>, 'path'> & WithoutPartner<EndpointIn<S, Name>>
  : InputOf<EndpointIn<S, Name>>
/** What an operation replies. */
export type ReplyIn<S extends ClientScope, Name extends Operation<S>> = ReadOf<EndpointIn<S, Name>>

type Arguments<Input> =
  Record<never, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions]

type QueryFields<E extends Endpoint> =
  InputOf<E> extends { query?: infer Query } ? ([Query] extends [undefined] ? never : keyof NonNullable<Query>) : never
/** The operations whose reply is a page of a list. */
export type PagedOperation<S extends ClientScope> = {
  [Name in Operation<S>]: 'page' extends QueryFields<EndpointIn<S, Name>> ? Name : never
}[Operation<S>]

/** Without the names that aren't known. */
type Known<T> = { [Name in keyof T as string extends Name ? never : Name]: T[Name] }
type RowOf<Page> = {
  [Name in keyof Known<Page>]-?: Known<Page>[Name] extends readonly (infer Row)[] ? Row : never
}[keyof Known<Page>]

/** A client of one API with one key. It works in Node from 20.19 on, and in browsers. */
export interface Client<S extends ClientScope> {
  /** Calls an operation. Throws `ApiError`, or the abort reason of `signal`. */
  call<Name extends Operation<S>>(name: Name, ...rest: Arguments<InputIn<S, Name>>): Promise<ReplyIn<S, Name>>
  /** The pages of a list from `query.page` on, each read when it is asked for, with as many rows as a page can have. */
  pages<Name extends PagedOperation<S>>(
    name: Name,
    ...rest: Arguments<InputIn<S, Name>>
  ): AsyncGenerator<ReplyIn<S, Name>, void, undefined>
  /** The rows of these pages. */
  rows<Name extends PagedOperation<S>>(
    name: Name,
    ...rest: Arguments<InputIn<S, Name>>
  ): AsyncGenerator<RowOf<ReplyIn<S, Name>>, void, undefined>
}

export function createClient(options: ClientOptions<'partner'>): Client<'partner'>
export function createClient(options: ClientOptions<'user'>): Client<'user'>
export function createClient(options: ClientOptions<'partner'> | ClientOptions<'user'>): object {
  const { scope, baseUrl, key, timeoutMs, retries, fetch } = options
  const caller: Caller = {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    key,
    userId: scope === 'user' ? options.userId : undefined,
  }
  const ofScope = scope === 'partner' ? { partner_id: options.partnerId } : {}

  const call = (name: string, input: WireInput = {}, given: CallOptions = {}) => {
    const endpoint = endpointOf(scope, name)
    const { signal, idempotencyKey = endpoint.method === 'POST' ? newIdempotencyKey() : undefined } = given
    const exchangeOptions: ExchangeOptions = { signal, idempotencyKey, timeoutMs: given.timeoutMs ?? timeoutMs, fetch }
    const bound = { ...input, path: { ...ofScope, ...input.path } }
    return withRetries(() => exchange(endpoint, bound, caller, exchangeOptions), {
      method: endpoint.method,
      idempotencyKey,
      retries: given.retries ?? retries,
      signal,
    })
  }
  const pages = (name: string, input: WireInput = {}, given?: CallOptions) => {
    const query: { readonly page?: number } = { ...input.query }
    const read = (page: number) =>
      call(name, { ...input, query: { per_page: maxPerPage, ...query, page } }, given) as Promise<PageOfList>
    return pagesOf(read, query.page === undefined ? {} : { from: query.page })
  }
  return {
    call,
    pages,
    async *rows(name: string, input?: WireInput, given?: CallOptions) {
      const { rows = 'rows' } = endpointOf(scope, name)
      for await (const page of pages(name, input, given)) yield* page[rows] as readonly unknown[]
    },
  }
}

/** As the contract has it. */
type PageOfList = Readonly<Record<string, unknown>> & { readonly total_pages?: number }

const byId = new Map(allEndpoints.map((endpoint) => [endpoint.id, endpoint]))

function endpointOf(scope: ClientScope, name: string): Endpoint {
  const endpoint = byId.get(`${scope}.${name}`)
  if (!endpoint) throw new Error(`The API of a ${scope} has no operation ${name}.`)
  return endpoint
}
