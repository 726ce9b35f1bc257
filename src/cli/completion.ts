import { anyEndpoint, commands } from './commands.ts'
import { choicesOf, fieldsOf } from './fields.ts'
import { generalFlagsOf, ownCommands } from './help.ts'

/** What can follow, by the words before it: `''`, `accounts`, `accounts list`, `accounts list --sort-by`. */
export function completions(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const add = (before: string, word: string) => found.set(before, [...new Set([...(found.get(before) ?? []), word])])
  for (const command of commands) {
    const endpoint = anyEndpoint(command)
    const name = `${command.noun} ${command.verb}`
    add('', command.noun)
    add(command.noun, command.verb)
    const fields = Object.values(command.endpoints).flatMap(fieldsOf)
    for (const { flag, shape } of fields) {
      add(name, `--${flag}`)
      for (const value of choicesOf(shape)) add(`${name} --${flag}`, String(value))
    }
    for (const [flag] of generalFlagsOf(command, endpoint)) add(name, flag.replace(/ .*/, ''))
  }
  for (const name of Object.keys(ownCommands)) add('', name)
  for (const shell of ['bash', 'zsh']) add('completion', shell)
  for (const scope of ['partner', 'user']) add('--scope', scope)
  return found
}

/** The cases of a shell's `case` statement. All words are letters, digits, and `-._`, which no shell reads as more. */
const casesOf = (entries: readonly (readonly [string, readonly string[]])[]) =>
  entries.map(([before, words]) => `    '${before}') choices='${words.join(' ')}' ;;`).join('\n')

/** The words that complete a command: by the flag before the cursor, or else by the noun and verb. */
function chooser(first: string, second: string, previous: string, position: string): string {
  const entries = [...completions()]
  const isFlag = (before: string) => before.includes('--')
  return `\
  local choices='' before=''
  case "${position}" in
    1) before='' ;;
    2) before="${first}" ;;
    *) before="${first} ${second}" ;;
  esac
  case "$before" in
${casesOf(entries.filter(([before]) => !isFlag(before)))}
  esac
  [ "${previous}" = --scope ] && before=''
  case "\${before:+$before }${previous}" in
${casesOf(entries.filter(([before]) => isFlag(before)))}
  esac`
}

export const completionScripts = {
  bash: () => `\
# site-performance completion bash > ~/.local/share/bash-completion/completions/site-performance
_site_performance() {
${chooser('${COMP_WORDS[1]}', '${COMP_WORDS[2]}', '${COMP_WORDS[COMP_CWORD-1]}', '$COMP_CWORD')}
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _site_performance site-performance
`,
  zsh: () => `\
#compdef site-performance
# site-performance completion zsh > "\${fpath[1]}/_site-performance"
_site_performance() {
  _site_performance_choices "$words[2]" "$words[3]" "$words[CURRENT-1]" "$((CURRENT - 1))"
}
_site_performance_choices() {
${chooser('$1', '$2', '$3', '$4')}
  compadd -- \${=choices}
}
if [ "$funcstack[1]" = _site-performance ]; then
  _site_performance
else
  compdef _site_performance site-performance
fi
`,
} as const
