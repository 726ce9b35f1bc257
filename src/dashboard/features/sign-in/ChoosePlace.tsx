import { Button } from '@mantine/core'
import { useNavigate, useRevalidator } from 'react-router'
import type { CurrentSession } from '../../../contract/index.ts'
import type { Refusal } from '../../api/session.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { roleName } from '../people/roles.ts'
import { openDashboard } from './enter.ts'
import { placeOf, startAt } from './place.ts'
import { refusalSentence } from './refusal.ts'
import classes from './sign-in.module.css'
import { signOut } from './sign-out.ts'

interface Props {
  current: CurrentSession
  baseUrl: string
  back: string | null
  refusal: Refusal | null
}

/** For somebody who belongs to several partners or accounts, or to none any more. */
export function ChoosePlace({ current, baseUrl, back, refusal }: Props) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { person, memberships } = current
  return (
    <div className={classes.form}>
      <div>
        <h1 tabIndex={-1}>{memberships.length > 0 ? 'Choose where to work' : 'No access'}</h1>
        <p className={classes.hint}>
          {memberships.length > 0
            ? 'This device remembers it. You can switch at any time, in the menu with your name.'
            : 'You don’t belong to any partner or account any more. Ask somebody who does to invite you.'}
        </p>
      </div>
      {refusal && (
        <Notice tone="warning" urgent>
          {refusalSentence(refusal)}
        </Notice>
      )}
      {memberships.length > 0 && (
        <ul className={classes.places}>
          {memberships.map((membership) => {
            const { kind, id, name, role } = membership
            const choose = () => {
              const place = placeOf(current, membership, baseUrl)
              startAt(place, current)
              // what led here may have been about somewhere else
              void openDashboard(refusal ? null : back, place.credentials, navigate)
            }
            return (
              <li key={id}>
                <button type="button" className={classes.place} onClick={choose}>
                  <strong>{name}</strong>
                  <span className={classes.hint}>
                    {kind === 'partner' ? 'Partner' : 'Account'} · {roleName(role)}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <div className={classes.beside}>
        <span className={classes.hint}>{person && `Signed in as ${person.email}`}</span>
        <Button variant="default" onClick={() => void signOut(true).then(revalidate)}>
          Sign out
        </Button>
      </div>
    </div>
  )
}
