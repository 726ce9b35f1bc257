import { type Html, html, join } from '../../shared/html.ts'
import { type JsonSchema, schemaAddress } from './openapi-schemas.ts'

export interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** The fields of an object; fields of nested objects have a path as their name: `constants.url`, `rows[].id`. */
export function fieldsOf(schema: JsonSchema, prefix = ''): readonly Field[] {
  const object = objectIn(schema)
  if (!object) return []
  const start = prefix + object.path
  return Object.entries(object.schema.properties ?? {}).flatMap(([key, field]) => {
    const name = start === '' ? key : `${start}.${key}`
    return [{ name, required: object.schema.required?.includes(key) ?? false, schema: field }, ...fieldsOf(field, name)]
  })
}

/** The object schema that a schema is, contains as an alternative, or is a list of. */
function objectIn(schema: JsonSchema): { readonly path: string; readonly schema: JsonSchema } | undefined {
  if (schema.properties) return { path: '', schema }
  if (schema.items) return inside(schema.items, '[]')
  if (schema.additionalProperties) return inside(schema.additionalProperties, '.{name}')
  for (const one of schema.anyOf ?? []) {
    const found = objectIn(one)
    if (found) return found
  }
  return undefined
}

function inside(schema: JsonSchema, step: string) {
  const found = objectIn(schema)
  return found && { path: step + found.path, schema: found.schema }
}

export function fieldTable(caption: string, fields: readonly Field[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Required</th>
          <th scope="col">Default</th>
          <th scope="col">Rules</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(fieldRow)}
      </tbody>
    </table>
  </div>`
}

const fieldRow = ({ name, required, schema }: Field): Html =>
  html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${typeOf(schema)}</td>
    <td>${required ? 'yes' : 'no'}</td>
    <td>${schema['default'] === undefined ? '' : html`<code>${JSON.stringify(schema['default'])}</code>`}</td>
    <td>${join(rulesOf(schema), ' ')}</td>
  </tr>`

const typeNames: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
}

/** The type in words, with a link if it is a named record. */
export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref) {
    const name = schema.$ref.slice(schemaAddress.length)
    return html`<a href="#record-${name}">${name}</a>`
  }
  if (schema.anyOf) return join(schema.anyOf.map(typeOf), ' or ')
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  if (schema.prefixItems) return html`[${join(schema.prefixItems.map(typeOf), ', ')}]`
  if (schema.additionalProperties && !schema.properties && Object.keys(schema.additionalProperties).length > 0) {
    return html`object of ${typeOf(schema.additionalProperties)}`
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return html`${types.map((type) => typeNames[String(type)] ?? 'any').join(' or ')}`
}

function rulesOf(schema: JsonSchema): readonly Html[] {
  const rules: Html[] = []
  if (schema.description) rules.push(html`${schema.description}`)
  rules.push(...limitsOf(schema))
  if (schema.items && !schema.items.$ref) rules.push(...limitsOf(schema.items, 'Each '))
  for (const one of schema.anyOf ?? [])
    rules.push(...(one.description ? [html`${one.description}`] : []), ...limitsOf(one))
  return rules
}

/** The limits of a value, as sentences. */
function limitsOf(schema: JsonSchema, of = ''): readonly Html[] {
  const say = (text: string) => html`${of === '' ? text.charAt(0).toUpperCase() + text.slice(1) : of + text}.`
  const limits: Html[] = []
  if (schema.enum)
    limits.push(
      html`${of}${of ? 'one' : 'One'} of
      ${join(
        schema.enum.map((value) => html`<code>${String(value)}</code>`),
        ', ',
      )}.`,
    )
  const number = between(schema['minimum'], schema['maximum'])
  if (number) limits.push(say(number))
  const length = between(Number(schema['minLength']) > 1 ? schema['minLength'] : undefined, schema['maxLength'])
  if (length) limits.push(say(`${length} characters`))
  const items = between(schema['minItems'], schema['maxItems'])
  if (items) limits.push(say(`${items} items`))
  return limits
}

function between(min: unknown, max: unknown): string | undefined {
  if (typeof min === 'number' && typeof max === 'number') return `${count(min)} to ${count(max)}`
  if (typeof min === 'number') return `at least ${count(min)}`
  return typeof max === 'number' ? `at most ${count(max)}` : undefined
}

const count = (value: number) => value.toLocaleString('en')
