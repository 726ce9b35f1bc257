import * as z from 'zod/mini'
import { endpoint, scoped } from './endpoint.ts'
import { emailAddress, id, time } from './fields.ts'
import { roleField } from './sessions.ts'

/** How many a partner or an account can have. */
export const peopleLimits = { people: 200, invitations: 50 } as const

/** A person who works for a partner or an account. */
export const personRecord = z.looseObject({
  id,
  name: z.string(),
  email: z.string(),
  /** One of `roles`. */
  role: z.string(),
  /** Since when they belong to it. */
  created_at: time,
  /** When they last worked here, to the minute; null if they never have. */
  last_seen_at: z.nullable(time),
  /** Whether that's who asks. */
  you: z.boolean(),
  /** Whether they have a second factor. Only for owners. */
  has_factor: z.optional(z.boolean()),
})
export type PersonRecord = z.output<typeof personRecord>

export const invitationRecord = z.looseObject({
  id,
  /** Empty where the operator made it for whoever has its link. */
  email: z.string(),
  /** One of `roles`. */
  role: z.string(),
  /** The name of who invites; null where the operator or a key does. */
  invited_by: z.nullable(z.string()),
  created_at: time,
  expires_at: time,
})
export type InvitationRecord = z.output<typeof invitationRecord>

const peopleReply = z.looseObject({
  people: z.array(personRecord),
  invitations: z.array(invitationRecord),
  /** Whether everybody here needs a second factor. */
  factor_required: z._default(z.boolean(), false),
})
const removed = z.looseObject({ id, name: z.string(), email: z.string() })
const roleBody = z.object({ role: roleField })
const invitationBody = z.object({ email: emailAddress, role: roleField })

const lastOwner = 'The person is the last owner, and there has to be one.'
const words = {
  list: 'List the people and the open invitations',
  setRole: 'Change a person’s role',
  remove: 'Remove a person',
  removeMore: 'A person who belongs nowhere else is deleted, with their sessions.',
  invite: 'Invite a person by email',
  inviteMore:
    'The mail has a link that works once, within 7 days. A second invitation of an address replaces the first.',
  full: 'There are as many people or open invitations as allowed.',
  taken: 'The address is invalid, or already belongs to one of the people.',
  withdraw: 'Withdraw an invitation',
  resend: 'Send an invitation again',
  noAddress: 'The invitation has no email address: the operator handed its link over.',
  resendMore: 'With a new link, for another 7 days. The old one stops working.',
} as const

export const listPeople = scoped({
  id: 'people.list',
  extension: true,
  method: 'GET',
  path: '/people',
  summary: words.list,
  rows: 'people',
  reply: peopleReply,
})

export const setRole = scoped({
  id: 'people.setRole',
  extension: true,
  method: 'PUT',
  path: '/people/{person_id}',
  summary: words.setRole,
  body: { json: roleBody },
  reply: personRecord,
  refusals: { 409: lastOwner },
})

export const removePerson = scoped({
  id: 'people.remove',
  extension: true,
  method: 'DELETE',
  path: '/people/{person_id}',
  summary: words.remove,
  description: words.removeMore,
  reply: removed,
  refusals: { 409: lastOwner },
})

export const invite = scoped({
  id: 'invitations.create',
  extension: true,
  method: 'POST',
  path: '/invitations',
  summary: words.invite,
  description: words.inviteMore,
  body: { json: invitationBody },
  reply: invitationRecord,
  refusals: { 409: words.full, 422: words.taken },
})

export const withdrawInvitation = scoped({
  id: 'invitations.withdraw',
  extension: true,
  method: 'DELETE',
  path: '/invitations/{invitation_id}',
  summary: words.withdraw,
  reply: z.looseObject({ id, email: z.string() }),
})

export const resendInvitation = scoped({
  id: 'invitations.resend',
  extension: true,
  method: 'POST',
  path: '/invitations/{invitation_id}/resend',
  summary: words.resend,
  description: words.resendMore,
  reply: invitationRecord,
  refusals: { 409: words.noAddress },
})

const partnerPath = '/partners/{partner_id}'
const ofPartner = (sentence: string) => `${sentence}, of the partner itself` as const

/** The same for those who work for the partner, and so for all its accounts. */
export const partnerPeople = {
  list: endpoint({
    id: 'partner.partnerPeople.list',
    extension: true,
    access: 'partner',
    method: 'GET',
    path: `${partnerPath}/people`,
    summary: ofPartner(words.list),
    rows: 'people',
    reply: peopleReply,
  }),
  setRole: endpoint({
    id: 'partner.partnerPeople.setRole',
    extension: true,
    access: 'partner',
    method: 'PUT',
    path: `${partnerPath}/people/{partner_person_id}`,
    summary: ofPartner(words.setRole),
    body: { json: roleBody },
    reply: personRecord,
    refusals: { 409: lastOwner },
  }),
  remove: endpoint({
    id: 'partner.partnerPeople.remove',
    extension: true,
    access: 'partner',
    method: 'DELETE',
    path: `${partnerPath}/people/{partner_person_id}`,
    summary: ofPartner(words.remove),
    description: words.removeMore,
    reply: removed,
    refusals: { 409: lastOwner },
  }),
  invite: endpoint({
    id: 'partner.partnerInvitations.create',
    extension: true,
    access: 'partner',
    method: 'POST',
    path: `${partnerPath}/invitations`,
    summary: ofPartner(words.invite),
    description: words.inviteMore,
    body: { json: invitationBody },
    reply: invitationRecord,
    refusals: { 409: words.full, 422: words.taken },
  }),
  withdraw: endpoint({
    id: 'partner.partnerInvitations.withdraw',
    extension: true,
    access: 'partner',
    method: 'DELETE',
    path: `${partnerPath}/invitations/{partner_invitation_id}`,
    summary: ofPartner(words.withdraw),
    reply: z.looseObject({ id, email: z.string() }),
  }),
  resend: endpoint({
    id: 'partner.partnerInvitations.resend',
    extension: true,
    access: 'partner',
    method: 'POST',
    path: `${partnerPath}/invitations/{partner_invitation_id}/resend`,
    summary: ofPartner(words.resend),
    description: words.resendMore,
    reply: invitationRecord,
    refusals: { 409: words.noAddress },
  }),
} as const
