import { createRelease, type EndpointId, listEventPeople, listEvents, readEvent } from '../../contract/index.ts'
import { bothScopes, type Handlers } from '../api/handler.ts'
import { eventOf, page, partnerPage, peopleOf } from './list.ts'
import { recordRelease } from './release.ts'

type Handled = Extract<EndpointId, `${'partner' | 'user'}.${'events' | 'partnerEvents'}.${string}`>

export const eventHandlers: Handlers<Handled> = {
  ...bothScopes(listEvents, ({ query }, call) => page(query, call)),
  ...bothScopes(readEvent, ({ path }, call) => eventOf(path.event_id, call)),
  ...bothScopes(createRelease, ({ body }, call) => recordRelease(body, call)),
  ...bothScopes(listEventPeople, (_, { account, services }) =>
    peopleOf({ column: 'account_id', id: account.id }, services),
  ),
  'partner.partnerEvents.list': ({ query }, { partner, services }) => partnerPage(query, partner, services),
  'partner.partnerEvents.people': (_, { partner, services }) =>
    peopleOf({ column: 'partner_id', id: partner.id }, services),
}
