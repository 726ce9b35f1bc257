import { asSentence } from '../../../client/errors.ts'
import classes from './settings.module.css'
import type { Parsed } from './use-settings-draft.ts'

/** What keeps a draft from being saved. */
export function Problems({ parsed }: { parsed: Parsed }) {
  if (parsed.kind === 'valid') return null
  if (parsed.kind === 'not JSON') return <p className={classes.wrong}>{placeInWords(parsed)}</p>
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

export function placeInWords({ error: { line, column, message } }: Extract<Parsed, { kind: 'not JSON' }>): string {
  return `Line ${line}, column ${column}: ${message}.`
}
