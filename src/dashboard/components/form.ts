import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '../../contract/index.ts'
import { ApiError } from '../api/errors.ts'
import { forgetDraft, keepDraft, keptDraft } from '../stores/drafts.ts'

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

interface FormOptions<V> {
  /** What the operation takes. */
  readonly schema: ObjectSchema
  readonly empty: V
  /** Better words for what is missing, by field. */
  readonly say?: Readonly<Record<string, string>>
  /** Which form it is, for its draft: whose, and of what. */
  readonly name: string
}

/**
 * A form over an operation's own schema; the service's refusals of single fields stand at those fields. What is typed
 * is there again after a reload or a sign-in anew, until it is `done` or started over.
 */
export function useApiForm<V extends Values>({ schema, empty, say, name: draft }: FormOptions<V>) {
  const [kept, setKept] = useState(() => keptValues(draft, empty))
  const form: UseFormReturnType<V> = useForm<V>({
    mode: 'controlled',
    initialValues: kept ?? empty,
    onValuesChange: (values) => keepDraft(draft, values),
    validate: (values) => problemsOf(schema, values, say),
    validateInputOnBlur: false,
    clearInputErrorOnChange: true,
  })
  const focusFirst = (errors: object) => {
    const name = Object.keys(empty).find((field) => field in errors)
    if (name) document.querySelector<HTMLElement>(`form [name="${name}"]`)?.focus()
  }
  /** Puts a 422's fields where they belong; what has no field here is for the form as a whole. */
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    const here = Object.entries(error.fields).filter(([name]) => name in empty)
    const errors = Object.fromEntries(here.map(([name, message]) => [name, asSentence(message)]))
    form.setErrors(errors)
    focusFirst(errors)
  }
  const done = () => forgetDraft(draft)
  const startOver = () => {
    form.setValues(empty)
    form.clearErrors()
    setKept(null)
    done()
  }
  return { form, refuse, focusFirst, done, startOver, restored: kept !== null }
}

/** A draft with the fields of its form; one without anything typed is none. */
function keptValues<V extends Values>(name: string, empty: V): V | null {
  const sameFields = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).length === Object.keys(empty).length &&
    Object.entries(value).every(([field, typed]) => typeof typed === typeof empty[field])
  const values = keptDraft(name, z.custom<V>(sameFields))
  return values && Object.keys(empty).some((field) => values[field] !== empty[field]) ? values : null
}

/** Whether every field that a refusal names stands in this form: then nothing more needs to be said above it. */
export function toldAtFields(error: unknown, values: object): boolean {
  return (
    error instanceof ApiError &&
    Object.keys(error.fields).length > 0 &&
    Object.keys(error.fields).every((name) => name in values)
  )
}
