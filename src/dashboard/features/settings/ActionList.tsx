import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Button, Switch } from '@mantine/core'
import { isActionName, settingsActions } from '../../../contract/index.ts'
import { period } from '../../../words/period.ts'
import { plural } from '../../kit/format/format.ts'
import { Time } from '../../kit/values/Time.tsx'
import type { ActionRow, Place } from './exceptions.ts'
import classes from './settings.module.css'

/** When each action last acted, null if it hasn't yet. Undefined where the service doesn't say. */
export type ActionTimes = ReadonlyMap<string, string | null>

interface Props {
  rows: readonly ActionRow[]
  lastActed: ActionTimes | undefined
  onSwitch: (place: Place, enabled: boolean) => void
  onOptions: (row: ActionRow) => void
}

/** The actions as switches, each with what it does. */
export function ActionList({ rows, lastActed, onSwitch, onOptions }: Props) {
  return (
    <ul className={classes.actions} aria-label="Actions">
      {rows.map((row) => {
        const { group, action, index, entry, label, description } = row
        const options = optionsInWords(row)
        const acted = lastActed?.get(action)
        return (
          <li key={`${group}.${action}.${index}`} className={classes.action}>
            <Switch
              label={label}
              // without the description, which describes it
              aria-label={label}
              description={
                <>
                  {description}
                  {acted !== undefined && <LastActed at={acted} />}
                </>
              }
              checked={entry.enabled}
              onChange={(event) => onSwitch({ group, action, index }, event.currentTarget.checked)}
            />
            {options && (
              <div className={classes.options}>
                <span className={classes.hint}>{options}</span>
                <Button variant="subtle" onClick={() => onOptions(row)} aria-label={`Options of ${label}…`}>
                  Options…
                </Button>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function LastActed({ at }: { at: string | null }) {
  return (
    <span className={classes.acted}>
      {at === null ? (
        'Not used yet'
      ) : (
        <>
          Last used <Time at={at} />
        </>
      )}
    </span>
  )
}

/** The options of an action that has any. */
function optionsInWords({ action, entry }: ActionRow): string {
  if (!isActionName(action)) return ''
  const { options } = settingsActions[action]
  const { maxAge, sessionCookies, parameters } = { ...options, ...entry } as Record<string, unknown>
  return [
    'maxAge' in options && typeof maxAge === 'number' ? `For ${period(maxAge)}` : '',
    'sessionCookies' in options && Array.isArray(sessionCookies) ? plural(sessionCookies.length, 'session cookie') : '',
    'parameters' in options && Array.isArray(parameters) ? plural(parameters.length, 'parameter') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
