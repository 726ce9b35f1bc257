import type * as z from 'zod/mini'

/** Who may call: a partner with its key, a user with theirs, or anybody (a key that is sent must still be good). */
export type Access = 'partner' | 'user' | 'open'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type ObjectSchema = z.ZodMiniObject
type Schema = z.ZodMiniType

/** `form`: URL-encoded, multipart or JSON with the same fields. `json`: JSON only. */
export type Body = { readonly form: ObjectSchema } | { readonly json: Schema }

/** An operation of the API, as a value. The client, the routes, the OpenAPI document and the tests derive from it. */
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
  /** How a client reads the reply, where it must not rely on what `reply` promises: see `lenient`. */
  readonly read?: Read
  /** 200 where left out. */
  readonly status?: 200 | 201
  /** The field of the reply that holds a list, `''` where the reply is one: such an operation is also served as `.csv`. */
  readonly rows?: string
  /** Not in the service's published document: a client must live without it. */
  readonly extension?: true
  /** The id of the operation that replaces this deprecated one. */
  readonly replacedBy?: string
  /** Other addresses of the same operation. */
  readonly also?: readonly { readonly method: Method; readonly path: string }[]
  /** What can be refused besides access and bad input, for the reference. */
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
/** A key that has nothing in it need not be given. */
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

/** What a caller gives: defaults may be left out. */
export type InputOf<E extends Endpoint> = Flat<PathPart<E> & QueryIn<E> & BodyIn<E>>

/** What a handler gets: parsed, with the defaults filled in. */
export interface ParsedInput<E extends Endpoint> {
  readonly path: PathParams<E>
  readonly query: [QueryOf<E>] extends [never] ? Record<never, never> : z.output<QueryOf<E>>
  readonly body: [BodySchema<E>] extends [never] ? undefined : z.output<BodySchema<E>>
}

/** What the service answers. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** What a client reads. */
export type ReadOf<E extends Endpoint> = z.output<NonNullable<E['read']>>

/** The schema that a client reads the reply with. */
export function readerOf<Read extends Schema>(spec: Endpoint & { readonly read?: Read }): Read {
  // where there is none, `Read` is the reply's own type
  return spec.read ?? (spec.reply as Read)
}

/** An operation that stands under both APIs with the same shapes. */
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

/** Declares an operation once and binds it to both scopes: a partner's account, and the user whose key it is. */
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
