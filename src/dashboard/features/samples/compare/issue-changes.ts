import type { Sample } from '../../../../contract/index.ts'
import { issueName } from '../../../../words/issues.ts'
import { plural } from '../../../kit/format/format.ts'

type Issues = NonNullable<Sample['issues']>

export interface IssueChanges {
  readonly added: Issues
  readonly gone: Issues
}

/**
 * The issues that only one of two samples has. Two are the same if their messages differ in numbers alone. Failed requests
 * aren't among them: the requests tell of them.
 */
export function issueChanges(before: Issues = [], after: Issues = []): IssueChanges {
  return { added: withoutThose(after, before), gone: withoutThose(before, after) }
}

function withoutThose(issues: Issues, others: Issues): Issues {
  const left = new Map<string, number>()
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1)
  return issues.filter((issue) => {
    const count = left.get(keyOf(issue)) ?? 0
    left.set(keyOf(issue), count - 1)
    return count <= 0 && !isRequest.has(issue.code)
  })
}

const keyOf = ({ code, message }: Issues[number]) => `${code} ${message.replaceAll(/\d+/g, '#')}`

const isRequest: ReadonlySet<string> = new Set(['asset-failed', 'third-party-failed'])

/** Issues that can be counted by their names. */
const isCountable: ReadonlySet<string> = new Set(['console-error', 'uncaught-exception'])

/** `1 new console error`, `2 new issues`; undefined if there are none. */
export function newInWords({ added }: IssueChanges): string | undefined {
  return added.length === 0 ? undefined : inWords(told(added), 'new ')
}

/** `1 console error is gone`; undefined if none is. */
export function goneInWords({ gone }: IssueChanges): string | undefined {
  const issues = told(gone)
  return issues.length === 0 ? undefined : `${inWords(issues, '')} ${issues.length === 1 ? 'is' : 'are'} gone`
}

/** A low score follows from the rest, if there is any. */
function told(issues: Issues): Issues {
  const causes = issues.filter(({ code }) => code !== 'low-score')
  return causes.length > 0 ? causes : issues
}

function inWords(issues: Issues, is: string): string {
  const [code = '', ...others] = new Set(issues.map((issue) => issue.code))
  const name = issueName(code).toLowerCase()
  if (others.length > 0) return plural(issues.length, `${is}issue`)
  return isCountable.has(code)
    ? plural(issues.length, `${is}${name}`)
    : `${plural(issues.length, `${is}issue`)} (${name})`
}
