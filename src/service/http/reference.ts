import { allEndpoints, type Endpoint } from '../../contract/index.ts'
import { curlExample } from './curl.ts'
import { html, Html, join } from '../../shared/html.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'
import { type Field, fieldsOf, fieldTable, typeOf } from './reference-fields.ts'
import { referenceStyle } from './reference-style.ts'
import type { JsonSchema } from './openapi-schemas.ts'

interface Entry {
  readonly endpoint: Endpoint
  readonly operation: Operation
}

const callers: Readonly<Record<Endpoint['access'], string>> = {
  partner: 'A partner, with its key.',
  user: "An account holder, or a program with the account's key.",
  open: 'Anyone. If a key is sent, it must be valid.',
  session: 'Whoever has signed in, with the cookie of the session.',
  guest: 'Anyone, from a page of this service.',
}

/** In one piece, because its hash covers every character between the tags. */
const styleSheet = new Html(`<style>${referenceStyle}</style>`)

/** The reference as one self-contained HTML page. Its content security policy needs `referenceStyleHash`. */
export function referencePage(document: OpenApiDocument): string {
  const entries = allEndpoints.flatMap((endpoint): readonly Entry[] => {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    return operation ? [{ endpoint, operation }] : []
  })
  const groups = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>API reference – ${document.info.title}</title>
        ${styleSheet}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the reference</a>
        <div class="page">
          <nav aria-label="Operations">
            <h2>Operations</h2>
            ${groups.map(
              (group) =>
                html`<h3>${group.name}</h3>
                  <ul>
                    ${group.entries.map(({ endpoint }) => html`<li><a href="#${endpoint.id}">${endpoint.summary}${endpoint.access === 'partner' ? ' (partner)' : ''}</a></li>`)}
                  </ul>`,
            )}
            <h3>Records</h3>
            <ul>
              ${Object.keys(document.components.schemas).map((name) => html`<li><a href="#record-${name}">${name}</a></li>`)}
            </ul>
          </nav>
          <main id="main" tabindex="-1">
            <h1>${document.info.title}: API reference</h1>
            ${prose(document.info.description)}
            <p>Also available as OpenAPI 3.1: <a href="openapi.json">openapi.json</a>.</p>
            <h2 id="examples">Examples</h2>
            <p>The examples use these shell variables, and one for each other id in a path:</p>
            <pre><code>export BASE=${document.servers.map(({ url }) => url).join()}
export KEY=… PARTNER_ID=… ACCOUNT_ID=… SITE_ID=…</code></pre>
            ${groups.map(
              (group) =>
                html`<section aria-labelledby="${slug(group.name)}">
                  <h2 id="${slug(group.name)}">${group.name}</h2>
                  ${group.entries.map(operationPart)}
                </section>`,
            )}
            <section aria-labelledby="records">
              <h2 id="records">Records</h2>
              ${Object.entries(document.components.schemas).map(recordPart)}
            </section>
          </main>
        </div>
      </body>
    </html> `
  return page.text
}

function operationPart({ endpoint, operation }: Entry): Html {
  const { id, method, path, summary, access } = endpoint
  const parameters = operation.parameters.map(({ name, required, schema, description }): Field => ({
    name,
    required,
    schema: description ? { ...schema, description } : schema,
  }))
  const body = Object.entries(operation.requestBody?.content ?? {})
  return html`<article aria-labelledby="${id}">
    <h3 id="${id}">${summary}</h3>
    <p class="address"><code>${method} ${path}</code></p>
    <p class="note">Access: ${callers[access]}</p>
    ${prose(operation.description ?? '')}
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${fieldTable(`Parameters: ${id}`, parameters)}`
        : undefined
    }
    ${body.slice(0, 1).map(
      ([, { schema }]) =>
        html`<h4>Body (${body.map(([type]) => type).join(', ')})</h4>
          ${schemaPart(`Body: ${id}`, schema)}`,
    )}
    ${replyPart(id, operation)}
    <h4>Errors</h4>
    <ul>
      ${Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { description }]) => html`<li><code>${status}</code> ${description}</li>`)}
    </ul>
    <h4>Example</h4>
    <pre><code>${curlExample(endpoint)}</code></pre>
  </article> `
}

function replyPart(id: string, { responses }: Operation): readonly Html[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(([status, { description, content }]) => {
      const schema = content['application/json']?.schema ?? {}
      return html`<h4>Response (${status})</h4>
        ${description === 'Success.' ? undefined : html`<p>${description}</p>`}${schemaPart(`Response: ${id}`, schema)}`
    })
}

/** A link to the record, or else the type and its fields. */
function schemaPart(caption: string, schema: JsonSchema): Html {
  const fields = fieldsOf(schema)
  const type = schema.properties ? undefined : html`<p>${typeOf(schema)}</p>`
  return html`${type}${fields.length > 0 ? fieldTable(caption, fields) : undefined}`
}

const recordPart = ([name, schema]: readonly [string, JsonSchema]): Html =>
  html`<article aria-labelledby="record-${name}">
    <h3 id="record-${name}">${name}</h3>
    ${schemaPart(`Fields: ${name}`, schema)}
  </article> `

const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** Renders the Markdown that the contract's descriptions use: paragraphs, lists, `code` and **strong**. */
function prose(text: string): readonly Html[] {
  return text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('- ')
        ? html`<ul>
            ${part.split('\n').map((line) => html`<li>${inline(line.replace(/^- /, ''))}</li>`)}
          </ul>`
        : html`<p>${inline(part)}</p>`,
    )
}

function inline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/)
  return join(
    parts.map((part) => {
      if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
      return part.startsWith('**') ? html`<strong>${part.slice(2, -2)}</strong>` : html`${part}`
    }),
    '',
  )
}
