import { useId, useState } from 'react'
import { roles, type Role } from '../../../contract/index.ts'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import classes from './people.module.css'
import { roleMeanings } from './role-meanings.ts'
import { roleName } from './roles.ts'

interface Props {
  label: string
  initial: Role
  onChange: (role: Role) => void
}

/** A choice of role, each with what it may do. */
export function RoleField({ label, initial, onChange }: Props) {
  const name = useId()
  const [chosen, setChosen] = useState(initial)
  return (
    <fieldset className={classes.roles}>
      <legend>{label}</legend>
      {roles.map((role) => (
        <label key={role} className={classes.role}>
          <input
            type="radio"
            name={name}
            checked={chosen === role}
            onChange={() => {
              setChosen(role)
              onChange(role)
            }}
          />
          <Stacked below={roleMeanings[role]}>{roleName(role)}</Stacked>
        </label>
      ))}
    </fieldset>
  )
}
