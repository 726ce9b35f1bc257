import {
  invite,
  listPeople,
  partnerPeople,
  removePerson,
  requireFactor,
  requirePartnerFactor,
  resendInvitation,
  setRole,
  withdrawInvitation,
  type InvitationRecord,
  type PersonRecord,
  type Role,
} from '../../../contract/index.ts'
import { change, changeScoped } from '../../api/change.ts'
import { ifOffered, q, type Query } from '../../api/queries.ts'
import { scopedQuery, type AnyScope } from '../../api/scope.ts'

interface People {
  readonly people: readonly PersonRecord[]
  readonly invitations: readonly InvitationRecord[]
  readonly factor_required: boolean
}

/** Who belongs to an account or a partner, and who is invited; null if the service has no people. */
export function peopleOf(scope: AnyScope): Query<People | null> {
  return ifOffered(
    scope.kind === 'partner'
      ? q(partnerPeople.list, { path: { partner_id: scope.partner } })
      : scopedQuery(listPeople, scope, {}),
  )
}

export function inviteTo(
  scope: AnyScope,
  body: { readonly email: string; readonly role: Role },
): Promise<InvitationRecord> {
  return scope.kind === 'partner'
    ? change(partnerPeople.invite, { path: { partner_id: scope.partner }, body })
    : changeScoped(invite, scope, { body })
}

export function changeRole(scope: AnyScope, person: string, role: Role): Promise<PersonRecord> {
  return scope.kind === 'partner'
    ? change(partnerPeople.setRole, {
        path: { partner_id: scope.partner, partner_person_id: person },
        body: { role },
      })
    : changeScoped(setRole, scope, { path: { person_id: person }, body: { role } })
}

export async function remove(scope: AnyScope, person: string): Promise<void> {
  await (scope.kind === 'partner'
    ? change(partnerPeople.remove, { path: { partner_id: scope.partner, partner_person_id: person } })
    : changeScoped(removePerson, scope, { path: { person_id: person } }))
}

export async function requireFactorOf(scope: AnyScope, required: boolean): Promise<void> {
  await (scope.kind === 'partner'
    ? change(requirePartnerFactor, { path: { partner_id: scope.partner }, body: { required } })
    : changeScoped(requireFactor, scope, { body: { required } }))
}

export async function withdraw(scope: AnyScope, invitation: string): Promise<void> {
  await (scope.kind === 'partner'
    ? change(partnerPeople.withdraw, {
        path: { partner_id: scope.partner, partner_invitation_id: invitation },
      })
    : changeScoped(withdrawInvitation, scope, { path: { invitation_id: invitation } }))
}

export function resend(scope: AnyScope, invitation: string): Promise<InvitationRecord> {
  return scope.kind === 'partner'
    ? change(partnerPeople.resend, {
        path: { partner_id: scope.partner, partner_invitation_id: invitation },
      })
    : changeScoped(resendInvitation, scope, { path: { invitation_id: invitation } })
}
