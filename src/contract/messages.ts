import * as z from 'zod/mini'

type RawIssue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0]

/** What is wrong, to follow a field's name: "must be text". A schema can have a message of its own. */
function describe(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'is required'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'must not be empty' : `must be at least ${issue.minimum} characters`
      if (issue.origin === 'array') return `must have at least ${issue.minimum}`
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `must be at most ${issue.maximum} characters`
      if (issue.origin === 'array') return `must have at most ${issue.maximum}`
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return 'has the wrong format'
    default:
      return "isn't valid"
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

// no generated code, which a strict content security policy wouldn't let the dashboard run
z.config({ customError: describe, jitless: true })

/** The first problem of each field, by the field's path (`timing.interval`). */
export function problemsOf(error: z.core.$ZodError): Record<string, string> {
  // a map, because a stranger's field may be called `constructor`
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of paths.map((parts) => parts.map(String).join('.')))
      if (!fields.has(path)) fields.set(path, issue.message)
  }
  return Object.fromEntries(fields)
}
