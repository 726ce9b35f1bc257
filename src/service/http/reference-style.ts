import { createHash } from 'node:crypto'
import { colourProperties, fontFamily } from '../../shared/colours.ts'

/** The dashboard's sizes, for a page that loads nothing. */
export const referenceStyle = `
${colourProperties}
* { box-sizing: border-box }
body { margin: 0; background: var(--card); color: var(--text); font: 14px/1.5 ${fontFamily} }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.skip { position: absolute; left: -999px; padding: 8px; background: var(--card) }
.skip:focus { left: 8px; top: 8px }
.page { display: grid; grid-template-columns: 264px minmax(0, 1fr); max-width: 1400px; margin: 0 auto }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 16px; border-right: 1px solid var(--line); font-size: 13px }
nav h2 { margin: 0 0 8px; font-size: 15px }
nav h3 { margin: 16px 0 4px; font-size: 12px; color: var(--muted) }
nav ul { margin: 0; padding: 0; list-style: none }
nav a { display: block; padding: 2px 0; text-decoration: none; overflow-wrap: anywhere }
nav a:hover { text-decoration: underline }
main { padding: 16px 32px 64px }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 32px; font-weight: 650; letter-spacing: -.022em }
main h2 { margin: 40px 0 8px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 20px; font-weight: 600 }
main h3 { margin: 32px 0 4px; font-size: 15px }
main h4 { margin: 16px 0 4px; font-size: 12px; color: var(--muted) }
p, li { max-width: 80ch; overflow-wrap: anywhere }
p { margin: 4px 0 8px }
code, pre { font: 12px/1.5 ui-monospace, monospace }
.address { overflow-wrap: anywhere }
.note { color: var(--muted) }
pre { margin: 0; padding: 12px; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere }
.table { overflow-x: auto }
table { width: 100%; min-width: 560px; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
thead th { font-size: 12px; color: var(--muted) }
@media (max-width: 800px) {
  .page { display: block }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) }
  nav a { padding: 12px 0 }
  main { padding: 16px }
}
`

/** What the page's content security policy must allow in style-src: this style sheet and no other. */
export const referenceStyleHash = `'sha256-${createHash('sha256').update(referenceStyle).digest('base64')}'`
