/**
 * The dashboard's colours, for pages and mails that the service and the edge write themselves. `scripts/theme.test.ts`
 * compares them with the dashboard's.
 */
export const light = {
  canvas: '#f6f7f9',
  card: '#ffffff',
  sunken: '#f0f2f5',
  line: '#e3e7ec',
  text: '#11161d',
  muted: '#576170',
  accent: '#1a56d6',
  primary: '#1a56d6',
  good: '#187a52',
  warning: '#b6801a',
  error: '#be4508',
  critical: '#a00f2d',
} as const

export type Colours = Readonly<Record<keyof typeof light, string>>

export const dark: Colours = {
  canvas: '#0c0f14',
  card: '#13171d',
  sunken: '#1b2027',
  line: '#252b34',
  text: '#e8ecf1',
  muted: '#9ba5b3',
  accent: '#7db0ff',
  primary: '#2f6be4',
  good: '#3ad29a',
  warning: '#f7c440',
  error: '#ea8434',
  critical: '#f4547c',
}

const properties = (colours: Colours) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ')

/** The colours as custom properties, dark where the reader prefers that. */
export const colourProperties = `:root { color-scheme: light dark; ${properties(light)} }
@media (prefers-color-scheme: dark) { :root { ${properties(dark)} } }`

/** The dashboard's font where the reader has it: these pages load nothing. */
export const fontFamily = "Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"
