import { parseArgs } from 'node:util'
import { type Field, isSwitch } from './fields.ts'
import { UsageError } from './usage-error.ts'

/** What isn't a field of an operation. */
export const generalFlags = {
  all: { type: 'boolean' },
  body: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  scope: { type: 'string' },
  wait: { type: 'boolean' },
} as const
export type GeneralFlag = keyof typeof generalFlags

export interface Arguments {
  /** The values of each field in the order in which they were given, by its flag. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly general: { readonly [Name in GeneralFlag]?: string }
}

/** Reads the flags of a command. @throws {UsageError} */
export function readArguments(args: readonly string[], fields: readonly Field[]): Arguments {
  const switches = new Set(fields.filter(({ shape }) => isSwitch(shape)).map(({ flag }) => `--${flag}`))
  const flags = Object.fromEntries(fields.map(({ flag }) => [flag, { type: 'string' as const }]))
  const { tokens } = parseArgs({
    args: args.map((arg, i) => (switches.has(arg) && !isValue(args[i + 1]) ? `${arg}=true` : arg)),
    options: { ...flags, ...generalFlags },
    strict: false,
    tokens: true,
  })
  const found = new Map<string, string[]>()
  const general: { [Name in GeneralFlag]?: string } = {}
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`There is no place for ${token.value}.`)
    if (token.kind === 'option-terminator') continue
    const { name, rawName, value, inlineValue } = token
    const isField = Object.hasOwn(flags, name)
    if (!isField && !isGeneral(name)) throw new UsageError(`There is no flag ${rawName} here.`, nearest(rawName, flags))
    const takesValue = isField || (isGeneral(name) && generalFlags[name].type === 'string')
    // what looks like the next flag is one
    const mayHaveValue = takesValue || name === 'wait'
    if (
      takesValue
        ? value === undefined || (!inlineValue && value.startsWith('--'))
        : value !== undefined && !mayHaveValue
    )
      throw new UsageError('A flag is wrong.', { [name]: takesValue ? 'needs a value' : 'takes no value' })
    if (isField) found.set(name, [...(found.get(name) ?? []), value ?? ''])
    else if (isGeneral(name)) general[name] = value ?? 'true'
  }
  return { fields: found, general }
}

const isValue = (text: string | undefined) => text !== undefined && !text.startsWith('-')
const isGeneral = (name: string): name is GeneralFlag => Object.hasOwn(generalFlags, name)

/** The flag that may have been meant. */
function nearest(rawName: string, flags: object): Readonly<Record<string, string>> {
  const typed = rawName.replace(/^-+/, '').replaceAll('_', '-').toLowerCase()
  const meant = Object.keys(flags).find(
    (flag) => flag === typed || flag.endsWith(`.${typed}`) || flag.startsWith(typed),
  )
  return meant === undefined ? {} : { [meant]: 'may be what you mean' }
}
