import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readUserEmail } from '../../../contract/index.ts'
import { partnerQuery } from '../../features/accounts/partner.ts'
import { q, type Query } from '../../api/queries.ts'
import { useWho, type Who } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { Dropdown } from '../../kit/choices/Dropdown.tsx'
import { ChevronIcon } from '../../kit/marks/icons.tsx'
import { setZone, useZone } from '../../kit/format/zone.ts'
import { ianaOf, localZone } from '../../kit/format/time.ts'
import classes from './AccountMenu.module.css'

const roleWords = { partner: 'partner', user: 'account holder' } as const

/** Shows who is signed in, sets the time zone, and signs out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const who = useWho()
  const { data, error } = useQuery(recordOf(who))
  const name = data ? ('name' in data ? data.name : (data.email ?? who.id)) : error ? who.id : ''
  return (
    <Dropdown
      label="Signed in"
      align="end"
      button={(props) => (
        <button type="button" className={classes.target} {...props}>
          <span className={classes.name}>{name}</span>
          <span className={classes.role}>
            {name && '· '}
            {roleWords[who.role]}
          </span>
          <ChevronIcon />
        </button>
      )}
    >
      {() => (
        <div className={classes.menu}>
          <p>
            <strong>{name}</strong>, {roleWords[who.role]}
          </p>
          <p className={classes.detail}>
            {who.role === 'partner' ? 'Partner ID' : 'Account ID'}{' '}
            <CopyValue value={who.id} what={who.role === 'partner' ? 'partner ID' : 'account ID'} short />
          </p>
          <ZoneChoice />
          <div className={classes.actions}>
            <Button variant="default" onClick={onHelp}>
              Keyboard shortcuts
            </Button>
            <Button variant="default" onClick={() => session.end()}>
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
