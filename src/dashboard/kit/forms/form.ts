import { useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '../../../contract/endpoint.ts'
import { ApiError, asFieldError } from '../../../client/errors.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { focusFirst, problemsFrom } from './field-problems.ts'
import { forgetDraft, keepDraft, keptDraft } from './drafts.ts'

type Values = Record<string, string | boolean>

/** A form's values without its empty fields, as the operation takes them. */
export function withoutEmpty<V extends Values>(values: V): { [Name in keyof V]?: V[Name] } {
  const filled: { [Name in keyof V]?: V[Name] } = { ...values }
  for (const name in filled) if (typeof filled[name] === 'string' && filled[name].trim() === '') delete filled[name]
  return filled
}

/** What the contract finds wrong with a form's values, by field. `say` replaces the message for an empty field. */
export function problemsOf(
  schema: ObjectSchema,
  values: Values,
  say: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const result = z.safeParse(schema, withoutEmpty(values))
  if (result.success) return {}
  const problems: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    problems[name] ??= values[name] === '' && say[name] ? say[name] : asFieldError(issue.message)
  }
  return problems
}

/** The schema of an operation's body, as a form. */
export function fieldsOf<Fields extends ObjectSchema>(
  endpoint: Endpoint<string, string, ObjectSchema | undefined, { readonly form: Fields } | { readonly json: Fields }>,
): Fields {
  const { body, id } = endpoint
  if (!body) throw new Error(`${id} takes no form`)
  return 'form' in body ? body.form : body.json
}

interface FormOptions<V> {
  /** The operation's form. */
  readonly schema: ObjectSchema
  readonly empty: V
  /** Messages for empty fields. */
  readonly say?: Readonly<Record<string, string>>
  /** What is wrong beyond that, by field. */
  readonly check?: (values: V) => Readonly<Record<string, string>>
  /** Identifies the form's draft. */
  readonly name: string
}

/**
 * A form that is validated with the operation's own schema and shows the service's field errors at their fields. Its
 * draft survives a reload and a new sign-in until the form is `done` or started over. Asks before it is lost by leaving
 * the page.
 */
export function useApiForm<V extends Values>({ schema, empty, say, check, name: draft }: FormOptions<V>) {
  const [kept, setKept] = useState(() => keptValues(draft, empty))
  const form: UseFormReturnType<V> = useForm<V>({
    mode: 'controlled',
    initialValues: kept ?? empty,
    onValuesChange: (values) => keepDraft(draft, values),
    validate: (values) => ({ ...check?.(values), ...problemsOf(schema, values, say) }),
    validateInputOnBlur: false,
    clearInputErrorOnChange: true,
  })
  const finished = useRef(false)
  useLeaveGuard(
    () => !finished.current && differs(form.values, empty),
    'You’ll lose what you’ve entered.',
    () => forgetDraft(draft),
  )
  /** Shows a 422's messages at their fields. Fields that the form lacks are left to an error above it. */
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    const errors = Object.fromEntries(Object.entries(problemsFrom(error)).filter(([name]) => name in empty))
    form.setErrors(errors)
    focusFirst(errors)
  }
  const done = () => {
    finished.current = true
    forgetDraft(draft)
  }
  const startOver = () => {
    form.setValues(empty)
    form.clearErrors()
    setKept(null)
    forgetDraft(draft)
    finished.current = false
  }
  return { form, refuse, done, startOver, restored: kept !== null }
}

/** A kept draft, if it has the form's fields and differs from the empty form. */
function keptValues<V extends Values>(name: string, empty: V): V | null {
  const sameFields = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).length === Object.keys(empty).length &&
    Object.entries(value).every(([field, typed]) => typeof typed === typeof empty[field])
  const values = keptDraft(name, z.custom<V>(sameFields))
  return values && differs(values, empty) ? values : null
}

const differs = (values: Values, from: Values) => Object.keys(from).some((field) => values[field] !== from[field])

/** An error about the form as a whole: none that stands at its fields. */
export function failureOf(error: unknown, values: object, title: string) {
  return error == null || isShownAtFields(error, values) ? null : { error, title }
}

/** Whether every field that an error names is in this form, so that it needs no message above the form. */
export function isShownAtFields(error: unknown, values: object): boolean {
  return (
    error instanceof ApiError &&
    Object.keys(error.fields).length > 0 &&
    Object.keys(error.fields).every((name) => name in values)
  )
}
