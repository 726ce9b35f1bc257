import { isAtLeast, roles, type Role } from '../../../contract/index.ts'
import { RadioGroup } from '../../kit/choices/RadioGroup.tsx'
import { roleMeanings } from './role-meanings.ts'
import { roleName } from './roles.ts'

interface Props {
  label: string
  initial: Role
  /** More isn't offered. */
  atMost?: Role
  onChange: (role: Role) => void
}

/** A choice of role, each with what it may do. */
export function RoleField({ label, initial, atMost = 'owner', onChange }: Props) {
  const options = roles
    .filter((role) => isAtLeast(atMost, role))
    .map((role) => ({ value: role, label: roleName(role), below: roleMeanings[role] }))
  return <RadioGroup label={label} options={options} initial={initial} onChange={onChange} />
}
