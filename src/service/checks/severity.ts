import { getDomain } from 'tldts'
import { type Issue, type SampleType, scoreSeverity } from '../../contract/index.ts'
import type { Failure } from './failure.ts'

/** What happened, as far as it decides how bad a sample is. */
export interface Facts {
  /** The page's own address. */
  readonly url: string
  /** Why the page itself has no answer. */
  readonly failure: Pick<Failure, 'code' | 'message'> | null
  /** Of the last answer for the page itself. */
  readonly status: number | null
  /** The bytes at which reading the body was given up; null where it was read in full. */
  readonly bodyLimit: number | null
  /** What the page fetched beside itself and did not get. */
  readonly assets: readonly { readonly url: string; readonly status: number | null; readonly error: string | null }[]
  readonly exceptions: readonly string[]
  readonly consoleErrors: readonly string[]
  readonly score: number | null
}

/** A page that fails a thousand times is told so in a few lines. */
const mostAlike = 10

/**
 * The issues of a sample, worst first.
 *
 * 3 critical: no answer, or a 5xx status of the page itself. 2 error: a 4xx status of the page, a failed first-party
 * asset, an uncaught exception, a score below the limit for errors. 1 warning: a failed third-party asset, a console
 * error, a score below the limit for warnings. 0 ok: a body too large to be read in full, which is only worth knowing.
 */
export function issuesOf(facts: Facts): Issue[] {
  const found = [
    ...pageIssues(facts),
    ...facts.assets.map((asset) => assetIssue(asset, facts.url)),
    ...facts.exceptions.map((text) => issue(2, 'uncaught-exception', `A script failed: ${shortened(text)}`)),
    ...facts.consoleErrors.map((text) => issue(1, 'console-error', `The console shows an error: ${shortened(text)}`)),
    ...scoreIssues(facts.score),
  ]
  return limited(found).toSorted((a, b) => b.severity - a.severity)
}

function pageIssues({ failure, status, bodyLimit }: Facts): Issue[] {
  const issues: Issue[] = []
  if (failure) issues.push(issue(3, failure.code, failure.message))
  if (status !== null && status >= 500)
    issues.push(issue(3, 'http-5xx', `The page answered with status ${status}: the server failed.`))
  else if (status !== null && status >= 400)
    issues.push(issue(2, 'http-4xx', `The page answered with status ${status}.`))
  if (bodyLimit !== null) {
    issues.push(
      issue(
        0,
        'body-too-large',
        `The body is larger than ${Math.round(bodyLimit / 1024 / 1024)} MiB; the rest was not read.`,
      ),
    )
  }
  return issues
}

function assetIssue({ url, status, error }: Facts['assets'][number], page: string): Issue {
  const why = error ?? `status ${status}`
  return isFirstParty(url, page)
    ? issue(2, 'asset-failed', `${shortened(url)} failed: ${why}`)
    : issue(1, 'third-party-failed', `${shortened(url)}, from another site, failed: ${why}`)
}

function scoreIssues(score: number | null): Issue[] {
  const severity = score === null ? 0 : scoreSeverity(score)
  return severity === 0 ? [] : [issue(severity, 'low-score', `The performance score is ${score} of 100.`)]
}

/** Of the same registrable domain by the public suffix list, private part included; an address only of the same host. */
export function isFirstParty(url: string, page: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(page)) return false
  const [host, pageHost] = [new URL(url).hostname, new URL(page).hostname]
  if (host === pageHost) return true
  const domain = getDomain(host, { allowPrivateDomains: true })
  return domain !== null && domain === getDomain(pageHost, { allowPrivateDomains: true })
}

function limited(issues: readonly Issue[]): Issue[] {
  const counts = new Map<string, number>()
  const kept: Issue[] = []
  for (const one of issues) {
    const count = (counts.get(one.code) ?? 0) + 1
    counts.set(one.code, count)
    if (count <= mostAlike) kept.push(one)
  }
  for (const [code, count] of counts) {
    const like = kept.find((one) => one.code === code)
    if (like && count > mostAlike)
      kept.push(issue(like.severity, code, `${count - mostAlike} more like it are not listed.`))
  }
  return kept
}

function issue(severity: SampleType, code: string, message: string): Issue {
  return { severity, code, message }
}

function shortened(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
