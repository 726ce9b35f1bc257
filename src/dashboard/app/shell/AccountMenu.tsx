import { Button, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readUserEmail } from '../../../contract/index.ts'
import { partnerQuery } from '../../features/accounts/partner.ts'
import { q, type Query } from '../../api/queries.ts'
import { useWho, type Who } from '../../api/scope.ts'
import { useSignedIn } from '../../api/current-session.ts'
import { placeOf, switchTo } from '../../features/sign-in/place.ts'
import { signOut } from '../../features/sign-in/sign-out.ts'
import { roleName } from '../../features/people/roles.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { Dropdown } from '../../kit/choices/Dropdown.tsx'
import { UpDownIcon, UserIcon } from '../../kit/marks/icons.tsx'
import { setZone, useZone } from '../../kit/format/zone.ts'
import { ianaOf, localZone, zoneName } from '../../kit/format/time.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { paths } from '../../paths.ts'
import classes from './AccountMenu.module.css'
import { initialsOf } from './initials.ts'

const roleWords = { partner: 'Partner', user: 'Account holder' } as const
const schemes = { auto: 'System', light: 'Light', dark: 'Dark' } as const

const minuteMs = 60_000

/** Shows who is signed in, sets theme and time zone, and signs out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const who = useWho()
  const zone = useZone()
  const now = useNow(minuteMs)
  const { current, role, place } = useSignedIn()
  const person = current?.person
  const { data, error } = useQuery({ ...recordOf(who), enabled: !person })
  const record = data ? ('name' in data ? data.name : (data.email ?? who.id)) : error ? who.id : ''
  const name = person?.name ?? record
  const others = current?.memberships.filter(({ id }) => id !== who.id) ?? []
  return (
    <Dropdown
      label="Signed in"
      align="start"
      button={(props) => (
        <button type="button" className={classes.target} {...props}>
          <span className={classes.initials} aria-hidden="true">
            {name ? initialsOf(name) : <UserIcon />}
          </span>
          <span className={classes.words}>
            <span className={classes.name} title={name}>
              <Breakable text={name} />
            </span>{' '}
            <span className={classes.role}>
              {person ? place : roleWords[who.role]} ·{' '}
              <span title="Time zone for all times shown. Change it in this menu.">{zoneName(zone, now)}</span>
            </span>
          </span>
          <span className={classes.expand}>
            <UpDownIcon />
          </span>
        </button>
      )}
    >
      {(close) => (
        <div className={classes.menu}>
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
              <Button variant="default" component={Link} to={paths.security()} onClick={close}>
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
      )}
    </Dropdown>
  )
}

/** Has a partner's name or an account holder's email. */
function recordOf(who: Who): Query<{ readonly name: string } | { readonly email?: string | undefined }> {
  return who.role === 'partner' ? partnerQuery(who.id) : q(readUserEmail, { query: { user_id: who.id } })
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Choice
      label="Theme"
      labelShown
      value={colorScheme}
      onChange={(next) => isScheme(next) && setColorScheme(next)}
      options={Object.entries(schemes).map(([value, label]) => ({ value, label }))}
    />
  )
}

const isScheme = (value: string): value is keyof typeof schemes => value in schemes

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
