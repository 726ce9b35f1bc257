import * as z from 'zod/mini'

/** An opaque identifier. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

/** Whoever had signed in, with the name of then. */
export const namedPerson = z.looseObject({ id, name: z.string() })

export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** ISO 8601 in UTC. */
export const time = z.string()

/** Line breaks, control characters, and marks that change the direction of text. */
const notInLine = String.raw`\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069`
const lineRule = new RegExp(`^[^${notInLine}]*$`, 'u')
const lineProblem = 'must not contain line breaks or control characters'

/** An optional line of text, which may be empty. */
export const optionalLine = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max), z.regex(lineRule, lineProblem)))

/** A line of text that isn't empty. */
export const line = (max: number) => text(max).check(z.regex(lineRule, lineProblem))

/** Like `notInLine`, without tabs and line breaks. */
const notInText = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069`
const textRule = new RegExp(`^[^${notInText}]*$`, 'u')

/** Text of several lines that isn't empty. */
export const lines = (max: number) => text(max).check(z.regex(textRule, 'must not contain control characters'))

const notInEmail = String.raw`${notInLine}\s@<>()[\],;:\\"`
const email = new RegExp(String.raw`^[^${notInEmail}]+@[^${notInEmail}]+\.[^.${notInEmail}]+$`, 'u')

/** Unicode has several ways to write one letter; all of them are the same address. */
export const emailAddress = z
  .string()
  .check(z.trim(), z.normalize(), z.maxLength(254), z.regex(email, 'must be an email address'))

/** Values in any case, kept in upper case. */
export function anyCase<const Values extends readonly [string, ...string[]]>(values: Values) {
  const schema = z.pipe(
    z.string().check(z.toUpperCase()) as z.ZodMiniType<
      Uppercase<Values[number]>,
      Values[number] | Lowercase<Values[number]>
    >,
    z.enum(values as unknown as readonly Uppercase<Values[number]>[], `must be ${joinWithOr(values)}`),
  )
  anyCaseValues.set(schema, values)
  return schema
}

/** The values of each `anyCase` schema, for code that reads schemas, such as the OpenAPI document. */
export const anyCaseValues = new WeakMap<object, readonly string[]>()

/** `a, b or c` */
export function joinWithOr(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values[values.length - 1]}`
}

/** `a, b and c` */
export function joinWithAnd(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} and ${values[values.length - 1]}`
}

/** The user that a request to the user API is for. Without it, the key names the user. */
export const userId = z.optional(id)

/**
 * Has a body refuse the fields that it doesn't name, for operations that would do something else without one. Null says
 * nothing, and `user_id` may be anywhere.
 * @param ignored other fields that a client may send back as it has read them
 */
export function onlyKnown<T extends z.ZodMiniObject>(schema: T, ignored: readonly string[] = []): T {
  const known = new Set([...Object.keys(schema.shape), ...ignored, 'user_id'])
  return schema.check((c) => {
    for (const [name, input] of Object.entries(c.value))
      if (!known.has(name) && input !== null)
        c.issues.push({ code: 'custom', input, path: [name], message: 'is not a field of this operation' })
  })
}
