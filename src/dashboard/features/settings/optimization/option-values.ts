import { type ActionOptions, problemsOf, settingsBody } from '../../../../contract/index.ts'
import { asFieldError } from '../../../../client/errors.ts'
import type { ActionRow } from '../exceptions.ts'

/** An action's options as typed: lists have a name per line. */
export interface OptionValues {
  readonly maxAge: string
  readonly sessionCookies: string
  readonly harmlessCookies: string
  readonly parameters: string
}

/** The options of an entry, or their defaults. */
export function valuesOf(defaults: ActionOptions, entry: Readonly<Record<string, unknown>>): OptionValues {
  const { maxAge, sessionCookies, harmlessCookies, parameters } = { ...defaults, ...entry } as Readonly<
    Record<string, unknown>
  >
  return {
    maxAge: typeof maxAge === 'number' ? String(maxAge) : '',
    sessionCookies: linesOf(sessionCookies),
    harmlessCookies: linesOf(harmlessCookies),
    parameters: linesOf(parameters),
  }
}

/** The options of an action as they're stored. A time that isn't a number is NaN, which the schema refuses. */
export function optionsFrom(
  known: ActionOptions,
  { maxAge, sessionCookies, harmlessCookies, parameters }: OptionValues,
): ActionOptions {
  return {
    ...('maxAge' in known ? { maxAge: maxAge.trim() === '' ? Number.NaN : Number(maxAge) } : {}),
    ...('sessionCookies' in known ? { sessionCookies: namesIn(sessionCookies) } : {}),
    ...('harmlessCookies' in known ? { harmlessCookies: namesIn(harmlessCookies) } : {}),
    ...('parameters' in known ? { parameters: namesIn(parameters) } : {}),
  }
}

/** What is wrong with options as typed, by name. In a list, the first wrong line is named. */
export function problemsOfOptions(
  { group, action, entry }: Pick<ActionRow, 'group' | 'action' | 'entry'>,
  options: ActionOptions,
  typed: OptionValues,
): Record<string, string> {
  const settings = { defaultActions: { [group]: { [action]: [{ ...entry, ...options }] } } }
  const { error } = settingsBody.safeParse(settings)
  if (!error) return {}
  const prefix = `defaultActions.${group}.${action}.0.`
  const problems: Record<string, string> = {}
  for (const [path, problem] of Object.entries(problemsOf(error))) {
    if (!path.startsWith(prefix)) continue
    const [name = '', index] = path.slice(prefix.length).split('.')
    problems[name] ??=
      index === undefined
        ? asFieldError(problem)
        : `Line ${lineOf(Number(index), typed[name as keyof OptionValues])} ${problem}.`
  }
  return problems
}

/** The line of a name, counted from 1. Empty lines have none. */
function lineOf(index: number, text: string): number {
  const lines = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [i + 1]))
  return lines[index] ?? index + 1
}

function linesOf(list: unknown): string {
  return Array.isArray(list) ? list.join('\n') : ''
}

function namesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
