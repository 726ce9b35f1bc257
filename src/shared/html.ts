/** Markup in which every inserted value is escaped. Made by `html`. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | readonly Html[]

/** A template that escapes its values, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + textOf(values[i - 1]) + string))
}

/** Joins markup with a separator. */
export function join(parts: readonly Html[], between: string): Html {
  return new Html(parts.map(({ text }) => text).join(escape(between)))
}

function textOf(value: Part): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escape(String(value))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
