/** Numbers for people: three significant digits, and a unit after a non-breaking space. Only k, M, G, T and % follow at once. */

const space = '\u00a0'

/**
 * `1,234.5`: grouped as in en-US, with a true minus. Rounds to `most` decimals, and leaves out zeros at the end beyond
 * `least` of them.
 * Intl does the same, but loading its locale data takes longer than drawing a page's first rows.
 */
export function decimal(value: number, most = 0, least = most): string {
  // toFixed writes larger ones with an exponent
  if (!(Math.abs(value) < 1e21)) return String(value)
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(most).split('.')
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end))
  let shown = decimals.length
  while (shown > least && decimals[shown - 1] === '0') shown--
  return (value < 0 ? '−' : '') + groups.join(',') + (shown > 0 ? `.${decimals.slice(0, shown)}` : '')
}

/** Decimals of a number with three significant digits; 1,234 stays 1,234. */
function decimalsOf(value: number): number {
  const size = Math.abs(value)
  return size >= 100 ? 0 : size >= 10 ? 1 : 2
}

const threeDigits = (value: number): string => decimal(value, decimalsOf(value))

/** A value in thousands, millions and so on, as far as there are units, with how often it was divided by 1,000. */
function inSteps(value: number, units: readonly string[]): readonly [rest: number, step: number] {
  let step = 0
  let rest = value
  // 999.5 would round to 1000 of the smaller unit
  while (Math.abs(rest) >= 999.5 && step < units.length - 1) {
    rest /= 1000
    step++
  }
  return [rest, step]
}

function scaled(value: number, units: readonly string[]): string {
  const [rest, step] = inSteps(value, units)
  const number = step === 0 && Number.isInteger(rest) ? decimal(rest) : threeDigits(rest)
  return `${number}${units[step] ?? ''}`
}

/** A `share` from 0 to 1: 77.8%, 0%. Only what is all says 100%: above 99.9% there are two decimals. */
export function percent(share: number): string {
  const value = share * 100
  const isNearlyAll = value > 99.9 && value < 100
  const text = decimal(value, isNearlyAll ? 2 : Math.abs(value) < 100 ? 1 : 0, 0)
  if (isNearlyAll && text === '100') return '>99.99%'
  if (value > 0 && text === '0') return '<0.1%'
  return `${text}%`
}

/** A change: `+183%`, `−0.12 s`. */
export function signed(change: number, format: (amount: number) => string): string {
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${format(Math.abs(change))}`
}

/** A time rounded as `duration` shows it. Both in ms, and not negative. */
export function shownDuration(ms: number): number {
  if (ms < 999.5) return ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)
  const seconds = ms / 1000
  if (seconds < 59.95) return 1000 * Number(seconds.toFixed(decimalsOf(seconds)))
  const whole = Math.round(seconds)
  return 1000 * (whole < 3600 ? whole : 60 * Math.round(whole / 60))
}

/** 412 ms, 1.92 s, 2 min 5 s. */
export function duration(ms: number): string {
  if (ms < 0) return `−${duration(-ms)}`
  const shown = shownDuration(ms)
  if (shown < 1000) return `${ms < 10 && !Number.isInteger(ms) ? ms.toFixed(1) : shown}${space}ms`
  const seconds = shown / 1000
  if (seconds < 60) return `${threeDigits(seconds)}${space}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60)
    return `${Math.floor(minutes / 60)}${space}h${minutes % 60 ? `${space}${minutes % 60}${space}min` : ''}`
  return `${minutes}${space}min${seconds % 60 ? `${space}${seconds % 60}${space}s` : ''}`
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'].map((unit) => `${space}${unit}`)

/** Decimal units: 14.2 kB is 14,200 bytes. */
export function bytes(value: number): string {
  return scaled(value, byteUnits)
}

/** A time that someone has set, without digits that say nothing: 2 s, 1.5 s, 800 ms. */
export function plainDuration(ms: number): string {
  return ms < 1000 ? `${decimal(ms, 2, 0)}${space}ms` : `${decimal(ms / 1000, 4, 0)}${space}s`
}

/** A size that someone has set: 500 kB, 1.5 MB. */
export function plainBytes(value: number): string {
  const [rest, step] = inSteps(value, byteUnits)
  return `${decimal(rest, 3, 0)}${byteUnits[step] ?? ''}`
}

/** A size rounded as `bytes` shows it. */
export function shownBytes(value: number): number {
  const [rest, step] = inSteps(value, byteUnits)
  return 1000 ** step * Number(rest.toFixed(decimalsOf(rest)))
}

/** 280k, 2.31M; in full up to 9,999. */
export function count(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 10_000) return decimal(value)
  return scaled(value, ['', 'k', 'M', 'G', 'T'])
}
