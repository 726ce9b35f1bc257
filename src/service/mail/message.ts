import { type Colours, dark, fontFamily, light } from '../../shared/colours.ts'
import { html, Html } from '../../shared/html.ts'
import type { Letter } from '../world/world.ts'

type Tone = 'good' | 'warning' | 'error' | 'critical'

/** What an email says below its title. */
type Block =
  | { readonly is: 'words'; readonly text: string }
  /** Labels and values, one below the other. */
  | { readonly is: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** Where to go. One that asks for action is a button. */
  | { readonly is: 'link'; readonly label: string; readonly url: string; readonly isAction?: boolean }
  | Foot

/** Why the reader gets an email, and how to stop that. */
export interface Foot {
  readonly is: 'foot'
  readonly text: string
  readonly label: string
  readonly url: string
}

/** An email as data. Plain text and HTML are made from it, so they say the same. */
export interface Message {
  /** What is wrong is marked by its severity, and what recovered is good. */
  readonly tone?: Tone | undefined
  readonly title: string
  readonly blocks: readonly (Block | undefined)[]
}

/** Both forms of an email's body. */
export function bodyOf(message: Message): Pick<Letter, 'text' | 'html'> {
  return { text: textOf(message), html: htmlOf(message) }
}

function textOf({ title, blocks }: Message): string {
  return `${[title, ...blocks.flatMap((block) => (block ? [textOfBlock(block)] : []))].join('\n\n')}\n`
}

function textOfBlock(block: Block): string {
  switch (block.is) {
    case 'words':
      return block.text
    case 'facts': {
      const width = Math.max(...block.rows.map(([label]) => label.length)) + 2
      return block.rows.map(([label, value]) => `  ${`${label}:`.padEnd(width)}${value}`).join('\n')
    }
    case 'link':
      return `${block.label}:\n  ${block.url}`
    case 'foot':
      return `${block.text}\n${block.label}: ${block.url}`
  }
}

/** The shapes of the dashboard's marks, as characters that every mail program has. */
const marks: Readonly<Record<Tone, string>> = { good: '✓', warning: '▲', error: '◆', critical: '■' }

/** Mail programs know no custom properties. */
const coloursIn = (c: Colours) => `
body, .page { background: ${c.canvas}; color: ${c.text} }
.card { background: ${c.card}; border-color: ${c.line} }
.muted, th { color: ${c.muted} }
a { color: ${c.accent} }
a.button { background: ${c.primary}; color: #ffffff }
.good { color: ${c.good} }
.warning { color: ${c.warning} }
.error { color: ${c.error} }
.critical { color: ${c.critical} }`

const styleSheet = new Html(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; font: 14px/20px ${fontFamily} }
.page { padding: 24px 12px }
.card { box-sizing: border-box; max-width: 560px; margin: 0 auto; padding: 24px; border: 1px solid; border-radius: 8px; text-align: left }
.foot { max-width: 560px; margin: 16px auto 0; padding: 0 24px; font-size: 12px; line-height: 16px }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -.02em; overflow-wrap: anywhere }
p { margin: 16px 0 0; overflow-wrap: anywhere }
table { margin-top: 16px; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: 4px 0; font-size: 14px; font-weight: 400; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { padding-right: 24px; white-space: nowrap }
a.button { display: inline-block; padding: 8px 16px; border-radius: 6px; font-weight: 600; text-decoration: none }
${coloursIn(light)}
@media (prefers-color-scheme: dark) { ${coloursIn(dark)} }
</style>`)

function htmlOf({ tone, title, blocks }: Message): string {
  const shown = blocks.flatMap((block) => block ?? [])
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styleSheet}
      </head>
      <body>
        <div class="page">
          <div class="card">
            <h1>${tone && html`<span class="${tone}">${marks[tone]}</span> `}${title}</h1>
            ${shown.filter(({ is }) => is !== 'foot').map(htmlOfBlock)}
          </div>
          ${shown.filter(({ is }) => is === 'foot').map(htmlOfBlock)}
        </div>
      </body>
    </html> `.text
}

function htmlOfBlock(block: Block): Html {
  switch (block.is) {
    case 'words':
      return html`<p>${block.text}</p>`
    case 'facts':
      return html`<table role="presentation">
        ${block.rows.map(
          ([label, value]) =>
            html`<tr>
              <th scope="row">${label}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </table>`
    case 'link':
      return html`<p><a class="${block.isAction ? 'button' : 'link'}" href="${block.url}">${block.label}</a></p>`
    case 'foot':
      return html`<p class="foot muted">${block.text} <a href="${block.url}">${block.label}</a></p>`
  }
}
