import { ApiError, asFieldError } from '../../../client/errors.ts'

/** What the service finds wrong, by path in the body. */
export function problemsFrom(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : {}
  return Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, asFieldError(text)]))
}

/** Moves the focus to the first field of the form with an error. */
export function focusFirst(errors: object): void {
  const fields = document.querySelectorAll<HTMLElement>('form [name]')
  const first = [...fields].find((field) => (field.getAttribute('name') ?? '') in errors)
  first?.focus()
}
