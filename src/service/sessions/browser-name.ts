import { sessionLimits } from './limits.ts'

/** The first that fits: most browsers name those that they descend from, too. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** `Firefox on Windows`, by the User-Agent of a request; null for one that says nothing known. */
export function browserName(userAgent: string | null): string | null {
  const sent = (userAgent ?? '').slice(0, 500)
  const known = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(sent))?.[1]
  const text = [known(browsers), known(systems)].filter(Boolean).join(' on ')
  return text.slice(0, sessionLimits.browser) || null
}
