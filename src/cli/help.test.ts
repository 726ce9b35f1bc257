import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../contract/index.ts'
import { inputDescriptions } from '../contract/descriptions.ts'
import { anyEndpoint, commands, takesKey } from './commands.ts'
import { completionScripts, completions } from './completion.ts'
import { bodyOf, fieldsOf } from './fields.ts'
import { generalFlags } from './arguments.ts'
import { ran } from './testing.ts'

const helpOf = async (...args: readonly string[]) => {
  const { code, out, err } = await ran(args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}

/** The sentences of a help text: what stands after the columns of names. */
const sentencesIn = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => line.replace(/^ {2}\S.*? {2,}/, '').split(/(?<=[.:]) /))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(' ').length > 3)

const twice = (sentences: readonly string[]) => sentences.filter((one, i) => sentences.indexOf(one) !== i)

test('the help of everything says nothing twice', async () => {
  expect(twice(sentencesIn(await helpOf('help')))).toEqual([])
})

test.each(commands.map((command) => [`${command.noun} ${command.verb}`, command] as const))(
  'the help of %s has its operation’s words, each of its fields, and nothing twice',
  async (_, command) => {
    const endpoint = anyEndpoint(command)
    const help = await helpOf(command.noun, command.verb, '--help')
    expect(help).toContain(endpoint.summary)
    if (endpoint.description) expect(help).toContain(endpoint.description)
    for (const { flag } of fieldsOf(endpoint)) expect(help).toContain(`--${flag} `)
    // an item of a list and the settings have fields of one name
    const sentences = sentencesIn(help).filter((one) => !Object.values(inputDescriptions).join(' ').includes(one))
    expect(twice(sentences)).toEqual([])
  },
)

test('help needs neither a key nor a service', async () => {
  expect(await helpOf()).toContain('SITE_PERFORMANCE_KEY')
  expect(await helpOf('accounts', '--help')).toContain('accounts update-email')
  expect((await ran(['accounts'])).code).toBe(2)
})

test('no field has the flag of something else', () => {
  // sessions are for browsers
  const offered = allEndpoints.filter(takesKey)
  const fields = offered.flatMap((endpoint) => fieldsOf(endpoint).map(({ flag }) => flag))
  expect(fields.filter((flag) => Object.hasOwn(generalFlags, flag))).toEqual([])
  for (const endpoint of offered) {
    const [body, flags] = [bodyOf(endpoint), fieldsOf(endpoint)]
    const names = flags.filter(({ in: where }) => where === 'body').map(({ path }) => path.join('.'))
    const own = Object.keys(body?.shape.properties ?? {})
    // what a path or query has already isn't lost: only the account is in both
    const inPath = flags.filter(({ in: where }) => where !== 'body').map(({ path: [name = ''] }) => name)
    expect(
      own.filter((name) => inPath.includes(name) && !names.includes(name)).filter((name) => name !== 'user_id'),
    ).toEqual([])
  }
})

describe('completion', () => {
  /** What bash offers at the end of these words. */
  const offered = (...words: readonly string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${completionScripts.bash()}\nCOMP_WORDS=("$@")\nCOMP_CWORD=$(($# - 1))\n_site_performance\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        'site-performance',
        ...words,
      ],
      { encoding: 'utf8' },
    )
      .trim()
      .split('\n')

  test('in bash offers nouns, their verbs, flags and values', () => {
    expect(offered('acc')).toEqual(['accounts'])
    expect(offered('cache', 'pu')).toEqual(['purge'])
    expect(offered('cache', 'purge', '--co')).toEqual(['--condition', '--content-type'])
    expect(offered('cache', 'purge', '--operator', '')).toEqual(['EQUALS', 'PREFIX', 'CONTAIN', 'REGEX'])
    expect(offered('accounts', 'list', '--scope', '')).toEqual(['partner', 'user'])
    expect(offered('completion', '')).toEqual(['bash', 'zsh'])
    expect(offered('no-such-noun', '')).toEqual([''])
  })

  test('has the same words for both shells, none of which a shell would read as more', async () => {
    const [bash, zsh] = [await helpOf('completion', 'bash'), await helpOf('completion', 'zsh')]
    for (const [before, words] of completions()) {
      for (const script of [bash, zsh]) expect(script).toContain(`'${before}') choices='${words.join(' ')}'`)
      for (const word of words) expect(word).toMatch(/^[\w.-]+$/)
    }
  })
})
