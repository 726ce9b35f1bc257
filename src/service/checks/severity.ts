import { getDomain } from 'tldts'
import { type Issue, type SampleType, scoreSeverity } from '../../contract/index.ts'
import { checkLimits } from './limits.ts'
import type { Failure } from '../../shared/guard/index.ts'

/** A request that hasn't ended; `status` is null without an answer. */
interface OpenRequest {
  readonly url: string
  readonly status: number | null
}

/** What a check observed that can be an issue. */
export interface ObservedFacts {
  /** The URL of the page itself. */
  readonly url: string
  /** Why the page itself has no response. */
  readonly failure: Pick<Failure, 'code' | 'message'> | null
  /** Of the final response of the page itself. */
  readonly status: number | null
  /** The limit in bytes at which the body was cut off; null if it was read in full. */
  readonly bodyLimit: number | null
  /** What a page that is shown still loads when its time is up; null or left out if it has loaded. */
  readonly unfinished?: { readonly timeoutMs: number; readonly open: readonly OpenRequest[] } | null
  /** The page's resources that failed. */
  readonly failedAssets: readonly {
    readonly url: string
    readonly status: number | null
    readonly error: string | null
  }[]
  readonly exceptions: readonly string[]
  readonly consoleErrors: readonly string[]
  readonly score: number | null
  /** Why a page that is shown and has loaded has no score; null or left out if it has one, or is none. */
  readonly notScored?: string | null
}

/**
 * The issues of a sample, worst first.
 *
 * 3 critical: no answer, nothing shown, or a 5xx status of the page itself. 2 error: a 4xx status of the page, a
 * first-party asset that failed or that the page still loads when its time is up, an uncaught exception, a score below the
 * limit for errors. 1 warning: the same of a third-party asset, a console error, a score below the limit for warnings. 0 ok:
 * a body too large to be read in full, and why a page has no score, for information only.
 */
export function issuesOf(facts: ObservedFacts): Issue[] {
  const found = [
    ...pageIssues(facts),
    ...unfinishedIssues(facts),
    ...facts.failedAssets.map((asset) => assetIssue(asset, facts.url)),
    ...facts.exceptions.map((text) => issue(2, 'uncaught-exception', `Uncaught exception: ${shortened(text)}`)),
    ...facts.consoleErrors.map((text) => issue(1, 'console-error', `Console error: ${shortened(text)}`)),
    ...scoreIssues(facts.score),
    ...(facts.notScored ? [issue(0, 'not-scored', facts.notScored)] : []),
  ]
  return limited(found).toSorted((a, b) => b.severity - a.severity)
}

function pageIssues({ failure, status, bodyLimit }: ObservedFacts): Issue[] {
  const issues: Issue[] = []
  if (failure) issues.push(issue(3, failure.code, failure.message))
  if (status !== null && status >= 500)
    issues.push(issue(3, 'http-5xx', `The page answered with status ${status} (server error).`))
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

/** What is wrong with a request that is still open. */
export function howOpen({ url, status }: OpenRequest): string {
  return `${shortened(url)} ${status === null ? 'did not answer' : 'did not end'}`
}

/** A page that is shown and doesn't finish is as bad as what it waits for. */
function unfinishedIssues({ unfinished, url: page }: ObservedFacts): Issue[] {
  if (!unfinished) return []
  const { timeoutMs, open } = unfinished
  const own = open.filter(({ url }) => isFirstParty(url, page))
  const [first] = own.length > 0 ? own : open
  const others = open.length > 1 ? `, and ${open.length - 1} more` : ''
  const why = first
    ? `${isFirstParty(first.url, page) ? '' : 'third-party '}${howOpen(first)}${others}`
    : 'no request is open'
  const message = `${new URL(page).host} did not finish loading within ${timeoutMs / 1000} s: ${why}.`
  return [issue(first && own.length === 0 ? 1 : 2, 'timeout', message)]
}

function assetIssue({ url, status, error }: ObservedFacts['failedAssets'][number], page: string): Issue {
  const why = error ?? `status ${status}`
  return isFirstParty(url, page)
    ? issue(2, 'asset-failed', `${shortened(url)} failed: ${why}`)
    : issue(1, 'third-party-failed', `${shortened(url)} (third party) failed: ${why}`)
}

function scoreIssues(score: number | null): Issue[] {
  const severity = score === null ? 0 : scoreSeverity(score)
  return severity === 0 ? [] : [issue(severity, 'low-score', `The page score is ${score} out of 100.`)]
}

/** The same registrable domain by the public suffix list, private section included; IP addresses must be equal. */
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
    if (count <= checkLimits.similarIssues) kept.push(one)
  }
  for (const [code, count] of counts) {
    const similar = kept.find((one) => one.code === code)
    if (similar && count > checkLimits.similarIssues)
      kept.push(issue(similar.severity, code, `${count - checkLimits.similarIssues} more like this are not listed.`))
  }
  return kept
}

function issue(severity: SampleType, code: string, message: string): Issue {
  return { severity, code, message }
}

function shortened(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  return line.length > checkLimits.issueText ? `${line.slice(0, checkLimits.issueText)}…` : line
}
