/**
 * Whether a text is a path of the dashboard, so that whoever follows it stays there. Checks the parsed address, because browsers
 * drop tabs and line breaks and read `\` as `/`. Pages that sign somebody in aren't among them, and nor is the API.
 */
export function isDashboardPath(text: string): boolean {
  if (!text.startsWith('/') || /[\p{Cc}\\]/u.test(text)) return false
  const base = 'http://own.invalid'
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  return url?.origin === base && !/^\/(?:\/|api(?:\/|$)|sign-in|sso(?:\/|$))/i.test(url.pathname)
}
