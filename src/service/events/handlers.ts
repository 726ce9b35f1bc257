import { createRelease, listEvents, readEvent } from '../../contract/index.ts'
import { bothScopes, type Handlers } from '../api/handler.ts'
import { eventOf, page } from './list.ts'
import { recordRelease } from './release.ts'

type Name = 'list' | 'read' | 'create'

export const eventHandlers: Handlers<`${'partner' | 'user'}.events.${Name}`> = {
  ...bothScopes(listEvents, ({ query }, call) => page(query, call)),
  ...bothScopes(readEvent, ({ path }, call) => eventOf(path.event_id, call)),
  ...bothScopes(createRelease, ({ body }, call) => recordRelease(body, call)),
}
