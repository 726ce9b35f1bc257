import type * as z from 'zod/mini'

/**
 * Who can call: a partner or an account holder, with a key or a session; anyone, with `open`, as long as a key that is sent is
 * valid; whoever has a session, about that session; or a `guest`, who signs in or comes with a link.
 */
export type Access = 'partner' | 'user' | 'open' | 'session' | 'guest'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type ObjectSchema = z.ZodMiniObject
type Schema = z.ZodMiniType

/** `form`: URL-encoded, multipart, or JSON with the same fields. `json`: JSON only. */
export type Body = { readonly form: ObjectSchema } | { readonly json: Schema }

/** An operation of the API as data. The client, the routes, the OpenAPI document and the tests derive from it. */
export interface Endpoint<
  Id extends string = string,
  Path extends string = string,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  B extends Body | undefined = Body | undefined,
  Reply extends Schema = Schema,
  Who extends Access = Access,
  Read extends Schema = Reply,
> {
  readonly id: Id
  readonly access: Who
  readonly method: Method
  /** Below the base URL, without a suffix; `{name}` is a parameter. */
  readonly path: Path
  readonly summary: string
  readonly description?: string
  readonly query?: Query
  readonly body?: B
  readonly reply: Reply
  /** How a client reads a reply that may differ from `reply`; see `lenient`. */
  readonly read?: Read
  /** The field of the reply with the list, `''` if the reply is the list. Such an operation is also served as `.csv`. */
  readonly rows?: string
  /** The service's published document doesn't list it, so a client has to work without it. */
  readonly extension?: true
  /** The id of the operation that replaces this deprecated one. */
  readonly replacedBy?: string
  /** Other addresses of the same operation. */
  readonly also?: readonly { readonly method: Method; readonly path: string }[]
  /** Why a request can be refused besides access and bad input, for the reference. */
  readonly refusals?: Readonly<Partial<Record<401 | 403 | 404 | 409 | 422, string>>>
}

export function endpoint<
  const Id extends string,
  const Path extends string,
  Reply extends Schema,
  Query extends ObjectSchema | undefined = undefined,
  const B extends Body | undefined = undefined,
  const Who extends Access = Access,
  Read extends Schema = Reply,
>(spec: Endpoint<Id, Path, Query, B, Reply, Who, Read>): Endpoint<Id, Path, Query, B, Reply, Who, Read> {
  return spec
}

/** The names between braces in a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

export type PathParams<E extends Endpoint> = { [Name in ParamNames<E['path']>]: string }

type Flat<T> = { [K in keyof T]: T[K] }
/** Parts without required fields can be left out. */
type PathPart<E extends Endpoint> = [ParamNames<E['path']>] extends [never]
  ? { path?: undefined }
  : { path: PathParams<E> }
type QueryOf<E extends Endpoint> = E extends Endpoint<string, string, infer Q> ? NonNullable<Q> : never
type BodySchema<E extends Endpoint> =
  E extends Endpoint<string, string, ObjectSchema | undefined, infer B>
    ? B extends { form: infer F extends Schema }
      ? F
      : B extends { json: infer J extends Schema }
        ? J
        : never
    : never

type QueryIn<E extends Endpoint> = [QueryOf<E>] extends [never]
  ? { query?: undefined }
  : Record<never, never> extends z.input<QueryOf<E>>
    ? { query?: z.input<QueryOf<E>> | undefined }
    : { query: z.input<QueryOf<E>> }
type BodyIn<E extends Endpoint> = [BodySchema<E>] extends [never]
  ? { body?: undefined }
  : Record<never, never> extends z.input<BodySchema<E>>
    ? { body?: z.input<BodySchema<E>> | undefined }
    : { body: z.input<BodySchema<E>> }

/** What a client sends: fields with defaults are optional. */
export type InputOf<E extends Endpoint> = Flat<PathPart<E> & QueryIn<E> & BodyIn<E>>

/** What a handler gets: parsed, with defaults filled in. */
export interface ParsedInput<E extends Endpoint> {
  readonly path: PathParams<E>
  readonly query: [QueryOf<E>] extends [never] ? Record<never, never> : z.output<QueryOf<E>>
  readonly body: [BodySchema<E>] extends [never] ? undefined : z.output<BodySchema<E>>
}

/** The service's reply. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** The reply as a client reads it. */
export type ReadOf<E extends Endpoint> = z.output<NonNullable<E['read']>>

/** The schema that a client parses the reply with. */
export function readerOf<Read extends Schema>(spec: Endpoint & { readonly read?: Read }): Read {
  // without `read`, the type parameter is the reply's own type
  return spec.read ?? (spec.reply as Read)
}

/** An operation that both APIs have in the same form. */
export interface Scoped<Partner extends Endpoint = Endpoint, User extends Endpoint = Endpoint> {
  readonly partner: Partner
  readonly user: User
}

const accountPath = '/partners/{partner_id}/accounts/{account_id}'

type ScopedSpec<
  Id extends string,
  Path extends string,
  Q extends ObjectSchema | undefined,
  B extends Body | undefined,
  R extends Schema,
  Read extends Schema,
> = Omit<Endpoint<Id, Path, Q, B, R, Access, Read>, 'access' | 'also'> & {
  readonly userAlso?: readonly { readonly method: Method; readonly path: string }[]
}

/** Declares an operation once for both scopes: a partner's account, and the user that the key belongs to. */
export function scoped<
  const Id extends string,
  const Path extends string,
  Reply extends Schema,
  Query extends ObjectSchema | undefined = undefined,
  const B extends Body | undefined = undefined,
  Read extends Schema = Reply,
>({
  userAlso,
  ...spec
}: ScopedSpec<Id, Path, Query, B, Reply, Read>): Scoped<
  Endpoint<`partner.${Id}`, `${typeof accountPath}${Path}`, Query, B, Reply, 'partner', Read>,
  Endpoint<`user.${Id}`, Path, Query, B, Reply, 'user', Read>
> {
  return {
    partner: { ...spec, access: 'partner', id: `partner.${spec.id}`, path: `${accountPath}${spec.path}` },
    user: { ...spec, access: 'user', id: `user.${spec.id}`, ...(userAlso ? { also: userAlso } : {}) },
  }
}
