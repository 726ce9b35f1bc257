import * as z from 'zod/mini'

/** Opaque to every client. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

export const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))

/** ISO 8601 in UTC. */
export const time = z.string()

export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254),
    z.regex(/^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@.<>()[\],;:\\"]+$/, 'must be an e-mail address'),
  )

/** Values that are compared without case and kept in upper case. */
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

/** What `anyCase` schemas take, for those who read schemas rather than values. */
export const anyCaseValues = new WeakMap<object, readonly string[]>()

/** `a, b or c` */
export function joinWithOr(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values[values.length - 1]}`
}

/** A moment as JavaScript date text or as UNIX milliseconds; parse it with `momentOf`. */
export const moment = z
  .union([z.string().check(z.minLength(1), z.maxLength(100)), z.number()])
  .check(z.refine((v) => momentOf(v) !== undefined, 'must be a date or UNIX milliseconds'))

/** UNIX milliseconds of date text or of a number, digits alone being one; undefined where it is neither. */
export function momentOf(value: string | number): number | undefined {
  const at = typeof value === 'number' ? value : /^-?\d+$/.test(value.trim()) ? Number(value) : Date.parse(value)
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? at : undefined
}

/** The user that a call of the user API is for; the key alone names it where left out. */
export const userId = z.optional(id)
