import type { SiteSettings } from '../../../../contract/index.ts'
import { ApiError, asFieldError, asSentence } from '../../../../client/errors.ts'

/** An address to be tried. */
export interface Attempt {
  readonly url: string
  /** Names, or name=value. */
  readonly cookies: readonly string[]
  /** Undefined for the saved ones. */
  readonly settings?: SiteSettings | undefined
}

/** The cookies in a text that separates them by semicolons, as the Cookie header does. */
export function cookiesIn(text: string): string[] {
  return text
    .split(';')
    .map((cookie) => cookie.trim())
    .filter(Boolean)
}

interface Problems {
  readonly url: string | undefined
  readonly cookies: string | undefined
  /** Whether they say all that's wrong. */
  readonly isShown: boolean
}

/** What the service refused about an attempt, by field of the form. */
export function problemsOf(error: unknown): Problems {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const sentenceFor = (name: string) => {
    const [path, problem] = fields.find(([field]) => field === name || field.startsWith(`${name}.`)) ?? []
    if (path === undefined || problem === undefined) return undefined
    const index = Number(path.split('.')[1])
    return Number.isInteger(index)
      ? `Cookie ${index + 1} ${asSentence(problem).replace(/^./, (first) => first.toLowerCase())}`
      : asFieldError(problem)
  }
  const problems = { url: sentenceFor('url'), cookies: sentenceFor('cookies') }
  return { ...problems, isShown: problems.url !== undefined || problems.cookies !== undefined }
}
