import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useSignedIn } from '../../api/current-session.ts'
import { useWho } from '../../api/scope.ts'
import { roleName } from '../../features/people/roles.ts'
import { placeOf, switchTo } from '../../features/sign-in/place.ts'
import { signOut } from '../../features/sign-in/sign-out.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { ianaOf, localZone } from '../../kit/format/time.ts'
import { setZone, useZone } from '../../kit/format/zone.ts'
import { focusable } from '../../kit/navigation/focus.ts'
import { ThemeChoice } from '../../kit/theme/ThemeChoice.tsx'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { paths } from '../../paths.ts'
import classes from './AccountMenu.module.css'

interface Props {
  /** Of the person, or of whose key it is. */
  name: string
  onHelp: () => void
  onClose: () => void
}

/** Sets theme and time zone, switches to another partner or account, and signs out. Loaded when it's opened. */
export default function AccountPanel({ name, onHelp, onClose }: Props) {
  const who = useWho()
  const { current, role } = useSignedIn()
  const person = current?.person
  const others = current?.memberships.filter(({ id }) => id !== who.id) ?? []
  const ref = useRef<HTMLDivElement>(null)
  // the menu that holds it may have opened before it was loaded
  useLayoutEffect(() => ref.current?.querySelector<HTMLElement>(focusable)?.focus(), [])
  return (
    <div ref={ref} className={classes.menu}>
      <p className={classes.who}>
        <strong>{name}</strong>
        {person && (
          <span className={classes.detail}>
            {person.email}
            {role && ` · ${roleName(role)}`}
          </span>
        )}
        <span className={classes.detail}>
          {who.role === 'partner' ? 'Partner ID' : 'Account ID'}{' '}
          <CopyValue value={who.id} what={who.role === 'partner' ? 'partner ID' : 'account ID'} short />
        </span>
      </p>
      {current && others.length > 0 && (
        <div className={classes.places} role="group" aria-label="Switch to">
          <span className={classes.detail}>Switch to</span>
          {others.map((other) => (
            <button
              key={other.id}
              type="button"
              className={classes.place}
              onClick={() => switchTo(placeOf(current, other, who.baseUrl))}
            >
              <span>{other.name}</span>{' '}
              <span className={classes.detail}>
                {other.kind === 'partner' ? 'Partner' : 'Account'} · {roleName(other.role)}
              </span>
            </button>
          ))}
        </div>
      )}
      <ThemeChoice />
      <ZoneChoice />
      <div className={classes.actions}>
        {current && (
          <Button variant="default" component={Link} to={paths.security()} onClick={onClose}>
            Security
          </Button>
        )}
        <Button variant="default" onClick={onHelp}>
          Keyboard shortcuts
        </Button>
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  )
}

function ZoneChoice() {
  const zone = useZone()
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]
  return (
    <Choice
      label="Time zone"
      labelShown
      value={zone}
      onChange={setZone}
      options={[
        { value: localZone, label: `Local (${ianaOf(localZone)})` },
        ...zones.map((name) => ({ value: name, label: name })),
      ]}
    />
  )
}
