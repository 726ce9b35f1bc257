import { Button } from '@mantine/core'
import { useId } from 'react'
import { isActionName, settingsActions } from '../../../../contract/index.ts'
import { period } from '../../../../words/period.ts'
import { Switch } from '../../../kit/choices/Switch.tsx'
import { plural } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Tag } from '../../../kit/marks/Badge.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import type { Change } from '../changes.ts'
import type { ActionRow, Place } from '../exceptions.ts'
import { Row, Rows } from '../Rows.tsx'
import { unknownOfEntry } from '../unknown-fields.ts'
import classes from './ActionGroup.module.css'

/** When each action last acted, null if it hasn't yet. Undefined where the service doesn't say. */
type ActionTimes = ReadonlyMap<string, string | null>

interface Props {
  title: string
  rows: readonly ActionRow[]
  /** What isn't saved yet. */
  changes: readonly Change[]
  lastActed: ActionTimes | undefined
  onSwitch: (place: Place, enabled: boolean) => void
  onOptions: (row: ActionRow) => void
}

/** Actions as switches, each with what it does. */
export function ActionGroup({ title, rows, changes, lastActed, onSwitch, onOptions }: Props) {
  const on = rows.filter(({ entry }) => entry.enabled).length
  return (
    <Panel title={title} aside={`${on} of ${rows.length} on`} bare>
      <Rows label={title}>
        {rows.map((row) => (
          <Action
            key={`${row.group}.${row.action}.${row.index}`}
            row={row}
            isChanged={changes.some(({ what }) => what === row.label || what.startsWith(`${row.label}: `))}
            acted={lastActed?.get(row.action)}
            onSwitch={onSwitch}
            onOptions={() => onOptions(row)}
          />
        ))}
      </Rows>
    </Panel>
  )
}

interface ActionProps extends Pick<Props, 'onSwitch'> {
  row: ActionRow
  isChanged: boolean
  acted: string | null | undefined
  onOptions: () => void
}

function Action({ row, isChanged, acted, onSwitch, onOptions }: ActionProps) {
  const { group, action, index, entry, label, description, details } = row
  const id = useId()
  const options = optionsInWords(row)
  const unknown = unknownOfEntry(action, entry)
  return (
    <Row
      title={
        <>
          <label htmlFor={id} className={classes.name}>
            {label}
          </label>
          {isChanged && <Tag>changed</Tag>}
        </>
      }
      // of one that is off, it would go without saying
      aside={acted !== undefined && (acted !== null || entry.enabled) && <LastActed at={acted} />}
      control={
        <Switch
          id={id}
          label={label}
          describedBy={`${id}-does`}
          isOn={entry.enabled}
          onSwitch={(isOn) => onSwitch({ group, action, index }, isOn)}
        />
      }
    >
      <div>
        <span id={`${id}-does`}>{description}</span>{' '}
        {details && !options && (
          <details className={classes.more}>
            <summary aria-label={`More about ${label}`}>More</summary>
            {details}
          </details>
        )}
      </div>
      {options && (
        <span className={classes.options}>
          {options}
          <Button variant="subtle" onClick={onOptions} aria-label={`Options of ${label}…`}>
            Options…
          </Button>
        </span>
      )}
      {unknown && <span>Also set, and kept: {unknown}.</span>}
    </Row>
  )
}

function LastActed({ at }: { at: string | null }) {
  return at === null ? (
    <>not used yet</>
  ) : (
    <>
      used <Time at={at} agoOnly />
    </>
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
