/** Names of the issue codes that the service is known to report. */
const names = new Map([
  ['asset-failed', 'Failed resource'],
  ['third-party-failed', 'Failed third-party resource'],
  ['uncaught-exception', 'Script error'],
  ['console-error', 'Console error'],
  ['http-4xx', 'Client error (4xx)'],
  ['http-5xx', 'Server error (5xx)'],
  ['low-score', 'Low page score'],
  ['body-too-large', 'Response too large'],
  ['dns-failed', 'DNS lookup failed'],
  ['connect-failed', 'Connection failed'],
  ['tls-failed', 'TLS failed'],
  ['timeout', 'Timeout'],
  ['no-answer', 'No response'],
  ['navigation-failed', 'Page didn’t load'],
  ['no-browser', 'Browser unavailable'],
  ['refused-target', 'Address not allowed'],
  ['too-many-redirects', 'Too many redirects'],
  ['busy-runner', 'Busy runner'],
  ['not-scored', 'No page score'],
])

/** An issue's name, or its code if that is unknown. */
export function issueName(code: string): string {
  return names.get(code) ?? code
}
