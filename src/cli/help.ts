import type { ClientScope } from '../client/client.ts'
import { tagOf, tags } from '../contract/descriptions.ts'
import type { Endpoint } from '../contract/index.ts'
import { variables } from './account.ts'
import { anyEndpoint, type Command, commands } from './commands.ts'
import { bodyOf, type Field, fieldsOf, itemOf, kindOf } from './fields.ts'
import type { GeneralFlag } from './arguments.ts'
import { exitCodes } from './exit-codes.ts'
import { waitOf } from './waits.ts'

/** The commands that aren't operations. */
export const ownCommands = {
  'sign-in': 'Keep the address and key of an account on this machine; the key is read from standard input',
  'sign-out': 'Forget them',
  completion: 'Print what completes commands: completion bash, completion zsh',
} as const

const generalHelp: Readonly<Record<GeneralFlag, readonly [value: string, text: string]>> = {
  scope: ['partner|user', 'Whose API to use'],
  json: ['', 'Print the reply as the service sent it, for programs'],
  all: ['', 'All pages of the list'],
  body: ['file', 'Read the body from a file with JSON, or from standard input for -; flags are added to it'],
  wait: ['', ''],
  help: ['', 'Show this'],
}

const exitHelp: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'refused by the service, or no answer from it',
  usage: 'wrong usage: nothing was sent',
  waited: 'done, but what was waited for did not come',
}

const settingHelp: Readonly<Record<keyof typeof variables, string>> = {
  key: 'The API key',
  url: 'The address of the API, such as https://perf.example.com/api',
  scope: 'partner or user',
  partner: 'The ID of the partner, for partner-id',
  file: 'Where sign-in keeps these',
}

const program = 'site-performance'

/** All commands, or those of a noun. */
export function overview(scope?: ClientScope, noun?: string): string {
  const shown = commands.filter((command) => noun === undefined || command.noun === noun)
  const groups = tags.map((tag) => {
    const lines = shown
      .filter((command) => tagOf(anyEndpoint(command, scope).id) === tag)
      .map((command) => [`${command.noun} ${command.verb}`, anyEndpoint(command, scope).summary] as const)
    return lines.length > 0 ? `${tag}\n${listOf(lines)}` : undefined
  })
  const general =
    noun === undefined
      ? [
          `Account and completion\n${listOf(Object.entries(ownCommands))}`,
          `Environment\n${listOf(entriesOf(variables).map(([name, variable]) => [variable, settingHelp[name]]))}`,
          `Exit codes\n${listOf(entriesOf(exitCodes).map(([name, code]) => [String(code), exitHelp[name]]))}`,
        ]
      : []
  return [`Usage: ${program} ${noun ?? 'noun'} verb [--field value …]`, ...groups, ...general]
    .filter(Boolean)
    .join('\n\n')
}

/** What a command does and takes. */
export function helpOf(command: Command, scope?: ClientScope): string {
  const endpoint = anyEndpoint(command, scope)
  const fields = fieldsOf(endpoint)
  const required = fields.filter((field) => field.required).map((field) => `--${field.flag} ${valueText(field)}`)
  const usage = [program, command.noun, command.verb, ...required, ...(fields.length > required.length ? ['[…]'] : [])]
  return [
    `Usage: ${usage.join(' ')}`,
    `${endpoint.summary}.`,
    endpoint.description,
    ...(fields.length > 0
      ? [`Fields\n${listOf(fields.map((field) => [`--${field.flag} ${valueText(field)}`, noteOf(field)]))}`]
      : []),
    `Flags\n${listOf(generalFlagsOf(command, endpoint))}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The flags of a command that aren't fields. */
export function generalFlagsOf(command: Command, endpoint: Endpoint): readonly (readonly [string, string])[] {
  const has: Readonly<Record<GeneralFlag, boolean>> = {
    scope: Object.keys(command.endpoints).length > 1,
    json: true,
    all: isPaged(endpoint),
    body: bodyOf(endpoint) !== undefined,
    wait: waitOf(endpoint) !== undefined,
    help: true,
  }
  return entriesOf(generalHelp)
    .filter(([name]) => has[name])
    .map(([name, [value, text]]) => [
      `--${name}${value && ` ${value}`}`,
      name === 'wait' ? (waitOf(endpoint)?.until ?? '') : text,
    ])
}

export const isPaged = ({ query, rows }: Endpoint) => rows !== undefined && query !== undefined && 'page' in query.shape

const valueText = ({ shape }: Field) => kindOf(shape)

function noteOf({ required, description, shape }: Field): string {
  const notes = [
    required ? 'Required.' : undefined,
    description,
    itemOf(shape) ? 'Can be repeated.' : undefined,
    shape.default === undefined ? undefined : `Default: ${JSON.stringify(shape.default)}.`,
  ]
  return notes.filter(Boolean).join(' ')
}

const longestName = 34

function listOf(lines: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length).filter((length) => length <= longestName), 0)
  return lines
    .map(([name, text]) => {
      if (text === '') return `  ${name}`
      return name.length > width ? `  ${name}\n  ${' '.repeat(width)}  ${text}` : `  ${name.padEnd(width)}  ${text}`
    })
    .join('\n')
}

const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>) => Object.entries(record) as [K, V][]
