import { Textarea } from '@mantine/core'
import { asSentence } from '../../api/errors.ts'
import classes from './settings.module.css'
import type { Parsed, SettingsDraft } from './use-settings-draft.ts'

/** The draft as text. The form shows the same draft as soon as it's valid. */
export function JsonEditor({ draft, onType }: { draft: SettingsDraft; onType: () => void }) {
  const { text, parsed, type } = draft
  return (
    <>
      <Textarea
        label="Settings as JSON"
        description="Keys that this dashboard doesn’t know are kept."
        classNames={{ input: classes.json }}
        rows={24}
        value={text}
        spellCheck={false}
        autoCapitalize="none"
        error={parsed.kind === 'not JSON' ? whereOf(parsed) : undefined}
        onChange={(event) => {
          type(event.currentTarget.value)
          onType()
        }}
      />
      {parsed.kind === 'invalid' && <Problems parsed={parsed} />}
    </>
  )
}

/** What keeps a draft from being saved. */
export function Problems({ parsed }: { parsed: Parsed }) {
  if (parsed.kind === 'valid') return null
  if (parsed.kind === 'not JSON') return <p className={classes.wrong}>{whereOf(parsed)}</p>
  return (
    <ul className={classes.problems} aria-label="Problems">
      {Object.entries(parsed.problems).map(([path, problem]) => (
        <li key={path}>
          {path && <code>{path}</code>} <span className={classes.wrong}>{path ? problem : asSentence(problem)}</span>
        </li>
      ))}
    </ul>
  )
}

function whereOf({ error: { line, column, message } }: Extract<Parsed, { kind: 'not JSON' }>): string {
  return `Line ${line}, column ${column}: ${message}.`
}
