/** Numbers for people: three significant digits, always with a unit, joined by a non-breaking space. */

const space = '\u00a0'

/** Three significant digits, but 1,234 stays 1,234. */
function threeDigits(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

function scaled(value: number, units: readonly string[]): string {
  let step = 0
  let rest = value
  // 999.5 would round to 1000 of the smaller unit
  while (Math.abs(rest) >= 999.5 && step < units.length - 1) {
    rest /= 1000
    step++
  }
  const unit = units[step] ?? ''
  const number = step === 0 && Number.isInteger(rest) ? rest.toLocaleString('en-US') : threeDigits(rest)
  return unit ? `${number}${space}${unit}` : number
}

/** 412 ms, 1.92 s, 2 min 5 s. */
export function duration(ms: number): string {
  if (ms < 0) return `−${duration(-ms)}`
  if (ms < 999.5) return `${ms < 10 && !Number.isInteger(ms) ? ms.toFixed(1) : Math.round(ms)}${space}ms`
  const seconds = ms / 1000
  if (seconds < 59.95) return `${threeDigits(seconds)}${space}s`
  const rounded = Math.round(seconds)
  return `${Math.floor(rounded / 60)}${space}min${rounded % 60 ? `${space}${rounded % 60}${space}s` : ''}`
}

/** Decimal units: 14.2 kB is 14,200 bytes. */
export function bytes(value: number): string {
  return scaled(value, ['B', 'kB', 'MB', 'GB', 'TB', 'PB'])
}

/** 2.31 M; in full up to 9,999. */
export function count(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 10_000) return value.toLocaleString('en-US')
  return scaled(value, ['', 'k', 'M', 'G', 'T'])
}
