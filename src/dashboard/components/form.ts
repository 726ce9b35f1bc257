import { useForm, type UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '../../contract/index.ts'
import { ApiError } from '../api/errors.ts'

type Values = Record<string, string | boolean>

/** A form's values as the operation takes them: what was left empty is left out. */
export function filled<V extends Values>(values: V): { [Name in keyof V]?: V[Name] } {
  const kept: { [Name in keyof V]?: V[Name] } = { ...values }
  for (const name in kept) if (typeof kept[name] === 'string' && kept[name].trim() === '') delete kept[name]
  return kept
}

/** What the contract finds wrong with a form's values, by field. `say` has better words for what is missing. */
export function problemsOf(
  schema: ObjectSchema,
  values: Values,
  say: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const result = z.safeParse(schema, filled(values))
  if (result.success) return {}
  const problems: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    problems[name] ??= values[name] === '' && say[name] ? say[name] : asSentence(issue.message)
  }
  return problems
}

/** `must be an e-mail address` as a hint below a field: `Must be an e-mail address.` */
export function asSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** The fields of an operation that takes a form. */
export function fieldsOf<Fields extends ObjectSchema>(
  endpoint: Endpoint<string, string, ObjectSchema | undefined, { readonly form: Fields }>,
): Fields {
  if (!endpoint.body) throw new Error(`${endpoint.id} takes no form`)
  return endpoint.body.form
}

/** A form over an operation's own schema; the service's refusals of single fields stand at those fields. */
export function useApiForm<V extends Values>(
  schema: ObjectSchema,
  initialValues: V,
  say?: Readonly<Record<string, string>>,
) {
  const form: UseFormReturnType<V> = useForm<V>({
    mode: 'controlled',
    initialValues,
    validate: (values) => problemsOf(schema, values, say),
    validateInputOnBlur: false,
    clearInputErrorOnChange: true,
  })
  const focusFirst = (errors: object) => {
    const name = Object.keys(initialValues).find((field) => field in errors)
    if (name) document.querySelector<HTMLElement>(`form [name="${name}"]`)?.focus()
  }
  /** Puts a 422's fields where they belong; what has no field here is for the form as a whole. */
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    const here = Object.entries(error.fields).filter(([name]) => name in initialValues)
    const errors = Object.fromEntries(here.map(([name, message]) => [name, asSentence(message)]))
    form.setErrors(errors)
    focusFirst(errors)
  }
  return { form, refuse, focusFirst }
}

/** Whether every field that a refusal names stands in this form: then nothing more needs to be said above it. */
export function toldAtFields(error: unknown, values: object): boolean {
  return (
    error instanceof ApiError &&
    Object.keys(error.fields).length > 0 &&
    Object.keys(error.fields).every((name) => name in values)
  )
}
