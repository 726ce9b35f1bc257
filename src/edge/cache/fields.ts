/** Field lines as Node reads and writes them: names and values in turn, in their order on the wire. */
export type FieldLines = readonly string[]

/** Field values by lower-case name. Lines of the same name are combined. */
export type Fields = Readonly<Record<string, string>>

/** Combines lines of the same name with a comma (RFC 9110, section 5.3). */
export function fieldsOf(lines: FieldLines): Fields {
  // no prototype: a field may be called `constructor`
  const fields = Object.create(null) as Record<string, string>
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = (lines[i] ?? '').toLowerCase()
    const value = lines[i + 1] ?? ''
    const before = fields[name]
    fields[name] = before === undefined ? value : `${before}, ${value}`
  }
  return fields
}

/** The fields with one replaced or added. Like the others they have no prototype, which a spread would give them. */
export function withField(fields: Fields, name: string, value: string): Fields {
  const changed = Object.assign(Object.create(null) as Record<string, string>, fields)
  changed[name] = value
  return changed
}

/** The fields without some of them. */
export function withoutFields(fields: Fields, names: readonly string[]): Fields {
  const kept = Object.assign(Object.create(null) as Record<string, string>, fields)
  for (const name of names) delete kept[name]
  return kept
}

/** The members of a list (RFC 9110, section 5.6.1). Commas inside quoted strings don't separate. */
export function membersOf(value: string): string[] {
  const members = value.includes('"') ? (value.match(/(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) : value.split(',')
  return members.map((member) => member.trim()).filter((member) => member !== '')
}

const nameSyntax = /^[\w!#$%&'*+.^`|~-]+$/
const valueSyntax = /^[\t\x20-\x7e\x80-\xff]*$/

/** The lines as they are sent; undefined if a name or value has characters that could end it. Node refuses those, too. */
export function textOf(lines: FieldLines): string | undefined {
  let text = ''
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lines[i] ?? ''
    const value = lines[i + 1] ?? ''
    if (!nameSyntax.test(name) || !valueSyntax.test(value)) return undefined
    text += `${name}: ${value}\r\n`
  }
  return text
}

/** The value of the first line of a name, which is in lower case. */
export function valueOf(lines: FieldLines, name: string): string | undefined {
  for (let i = 0; i + 1 < lines.length; i += 2) if (lines[i]?.toLowerCase() === name) return lines[i + 1]
  return undefined
}

/** The lines without those of the given names, which are in lower case. */
export function without(lines: FieldLines, names: ReadonlySet<string>): string[] {
  const kept: string[] = []
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lines[i] ?? ''
    if (!names.has(name.toLowerCase())) kept.push(name, lines[i + 1] ?? '')
  }
  return kept
}

/** Fields that concern one connection only (RFC 9110, section 7.6.1; RFC 9111, section 3.1). */
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** The fields that `Connection` lists besides those that concern the connection anyway, in lower case. */
export function listedByConnection({ connection }: Fields): readonly string[] {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return none
  return membersOf(connection.toLowerCase()).filter((name) => !connectionFields.has(name))
}

const none: readonly string[] = []

/**
 * The lines that may be forwarded: without those of the connection, and those that `Connection` lists.
 * @param isLeftOut whether a line goes for another reason, by its name in lower case
 */
export function endToEnd(lines: FieldLines, fields: Fields, isLeftOut?: (name: string) => boolean): string[] {
  const listed = listedByConnection(fields)
  const kept: string[] = []
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const line = lines[i] ?? ''
    const name = line.toLowerCase()
    if (connectionFields.has(name) || isLeftOut?.(name) || listed.includes(name)) continue
    kept.push(line, lines[i + 1] ?? '')
  }
  return kept
}
