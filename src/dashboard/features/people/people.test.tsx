import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  invite,
  listPeople,
  partnerPeople,
  peopleLimits,
  removePerson,
  resendInvitation,
  setRole,
  withdrawInvitation,
} from '../../../contract/index.ts'
import { aCurrentSession, aMembership, anInvitation, aPerson } from '../../test/records.ts'
import { accountId, partnerId } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { renderFor } from '../../test/signed-in.ts'
import { atWidth } from '../../test/viewport.ts'

const ben = aPerson({
  id: '01990000-0000-7000-8000-000000000605',
  name: 'Ben Dahl',
  email: 'ben@fjordbikes.example',
  role: 'operator',
  last_seen_at: null,
  you: false,
})
const owner = aCurrentSession({ memberships: [aMembership({ role: 'owner' })] })
const ofPartner = aCurrentSession({
  memberships: [aMembership({ kind: 'partner', id: partnerId, name: 'Nord Host', role: 'owner' })],
})
const two = { people: [aPerson(), ben], invitations: [anInvitation({ email: 'cleo@fjordbikes.example' })] }
const table = page.getByRole('table', { name: 'People' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (name: string) => page.getByRole('menuitem', { name }).click()
const service = () => serviceWith().reply(listPeople.user, two)

test('people are listed with their role and when they were last seen', async () => {
  await renderFor(owner, '/people', service())
  await expect.element(table.getByRole('row', { name: /Ada Berg.*You.*ada@fjordbikes\.example.*Owner/ })).toBeVisible()
  await expect.element(table.getByRole('row', { name: /Ben Dahl.*Operator.*Never/ })).toBeVisible()
  await expect.element(page.getByText(/Your hosting provider’s people can work in it too/)).toBeVisible()
  await expect
    .element(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }))
    .toBeVisible()
})

test('a role is changed with what each may do in view', async () => {
  const at = service().reply(setRole.user, { ...ben, role: 'manager' })
  await renderFor(owner, '/people', at)
  await press('More about Ben Dahl')
  await choose('Change role…')
  const dialog = page.getByRole('dialog', { name: 'Change the role of Ben Dahl?' })
  await expect.element(dialog.getByRole('radio', { name: /^Operator/ })).toBeChecked()
  await expect.element(dialog.getByText('Sees everything and changes nothing.')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Manager/ }).click()
  await press('Change role')
  await expect.element(page.getByText('Ben Dahl is a manager now')).toBeVisible()
  expect(at.received(setRole.user).map(({ path, body }) => [path, body])).toEqual([
    [`/people/${ben.id}`, '{"role":"manager"}'],
  ])
})

test('the role that somebody has already changes nothing', async () => {
  const at = service().reply(setRole.user, ben)
  await renderFor(owner, '/people', at)
  await press('More about Ben Dahl')
  await choose('Change role…')
  await press('Change role')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(at.received(setRole.user)).toEqual([])
  await expect.element(page.getByText('Ben Dahl is an operator now')).not.toBeInTheDocument()
})

test('who is removed is asked about, with what goes', async () => {
  const at = service().reply(removePerson.user, { id: ben.id, name: ben.name, email: ben.email })
  await renderFor(owner, '/people', at)
  await press('More about Ben Dahl')
  await choose('Remove…')
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent(
      /ben@fjordbikes\.example loses access to this account at once\. What Ben Dahl has done stays in the log\./,
    )
  at.reply(listPeople.user, { people: [aPerson()], invitations: [] })
  await press('Remove')
  await expect.element(table.getByText('Ben Dahl')).not.toBeInTheDocument()
})

test('the last owner can’t go, and the page says why', async () => {
  await renderFor(owner, '/people', service())
  await press('More about Ada Berg')
  const leave = page.getByRole('menuitem', { name: /^Leave…/ })
  await expect.element(leave).toHaveAttribute('aria-disabled', 'true')
  await expect.element(leave).toHaveTextContent('The last owner stays one. Make somebody else an owner first.')
})

test('an owner who isn’t the last can leave', async () => {
  await renderFor(
    owner,
    '/people',
    serviceWith().reply(listPeople.user, { people: [aPerson(), { ...ben, role: 'owner' }], invitations: [] }),
  )
  await press('More about Ada Berg')
  await choose('Leave…')
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/You lose access to this account at once\./)
})

test('an invitation that the operator handed over has no address to send it to', async () => {
  await renderFor(
    owner,
    '/people',
    serviceWith().reply(listPeople.user, { people: [], invitations: [anInvitation({ email: '' })] }),
  )
  await expect.element(page.getByText('Whoever has the link')).toBeVisible()
  await press('More about the invitation of whoever has the link')
  const again = page.getByRole('menuitem', { name: 'Send again…' })
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  await expect.element(again).toHaveTextContent(/no email address: the operator handed its link over/)
})

test('open invitations are sent again and withdrawn', async () => {
  const [invitation] = two.invitations
  const at = service()
    .reply(resendInvitation.user, invitation ?? anInvitation())
    .reply(withdrawInvitation.user, { id: invitation?.id ?? '', email: invitation?.email ?? '' })
  await renderFor(owner, '/people', at)
  const open = page.getByRole('table', { name: 'Open invitations' })
  await expect
    .element(open.getByRole('row', { name: /cleo@fjordbikes\.example.*Invited by Ada Berg.*Viewer/ }))
    .toBeVisible()
  await press('More about the invitation of cleo@fjordbikes.example')
  await choose('Send again…')
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/The old one stops working\./)
  await press('Send again')
  await expect.element(page.getByText('Invitation on its way to cleo@fjordbikes.example')).toBeVisible()
  await press('More about the invitation of cleo@fjordbikes.example')
  await choose('Withdraw…')
  at.reply(listPeople.user, { ...two, invitations: [] })
  await press('Withdraw')
  await expect.element(open).not.toBeInTheDocument()
  expect(at.received(resendInvitation.user)).toHaveLength(1)
  expect(at.received(withdrawInvitation.user)).toHaveLength(1)
})

test('somebody is invited with a role', async () => {
  const at = service().refuse(invite.user, { status: 422, fields: { email: 'already belongs to one of the people' } })
  const { router } = await renderFor(owner, '/people/new', at)
  await press('Send invitation')
  await expect.element(page.getByText('Enter the email address.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill('ben@fjordbikes.example')
  await page.getByRole('radio', { name: /^Manager/ }).click()
  await press('Send invitation')
  await expect.element(page.getByText('Already belongs to one of the people.')).toBeVisible()
  at.reply(invite.user, anInvitation({ role: 'manager' }))
  await press('Send invitation')
  await expect.element(page.getByText('Invitation on its way to ben@fjordbikes.example')).toBeVisible()
  expect(JSON.parse(at.received(invite.user).at(-1)?.body ?? '')).toEqual({
    email: 'ben@fjordbikes.example',
    role: 'manager',
  })
  expect(router.state.location.pathname).toBe('/people')
})

test('as many people as allowed say why nobody can be invited', async () => {
  const people = Array.from({ length: peopleLimits.people }, (_, i) => aPerson({ id: `p${i}`, you: i === 0 }))
  await renderFor(owner, '/people/new', serviceWith().reply(listPeople.user, { people, invitations: [] }))
  await expect
    .element(page.getByText('There are 200 people already, as many as allowed. Remove one first.').first())
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send invitation' })).toHaveAttribute('aria-disabled', 'true')
})

test('a partner has people of its own, and sees those of its accounts', async () => {
  const at = serviceWith()
    .reply(partnerPeople.list, { people: [aPerson()], invitations: [] })
    .reply(listPeople.partner, { people: [], invitations: [] })
  const { router } = await renderFor(ofPartner, '/people', at, 'partner')
  await expect.element(page.getByText('Everybody here can work in all of the partner’s accounts.')).toBeVisible()
  await expect.element(table.getByText('Ada Berg')).toBeVisible()
  await router.navigate(`/accounts/${accountId}/people`)
  await expect.element(page.getByText('Nobody yet')).toBeVisible()
  await expect.element(page.getByText(/So far only the API key opens this account\./)).toBeVisible()
})

test('a service without people says so', async () => {
  await renderFor(owner, '/people', serviceWith())
  await expect.element(page.getByText('This service has no people')).toBeVisible()
  await expect.element(page.getByText(/To stop somebody, ask your hosting provider for a new key\.$/)).toBeVisible()
})

test.each(['/people', `/accounts/${accountId}/people`])(
  'at %s it doesn’t call a partner somebody else',
  async (address) => {
    await renderFor(ofPartner, address, serviceWith(), 'partner')
    await expect.element(page.getByText(/ask the operator of the service for a new key\.$/)).toBeVisible()
  },
)

test('people that can’t be loaded say why', async () => {
  await renderFor(owner, '/people', serviceWith().refuse(listPeople.user, { status: 500, error: 'It failed.' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent(/It failed\./)
})

test('the lists fit a phone', async () => {
  await atWidth(390)
  await renderFor(owner, '/people', service())
  await expect.element(table.getByText('Ben Dahl')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
