import { type NetworkRequest, unanswered } from './network.ts'

/** A request for the page itself that hasn't been answered, unless told otherwise. */
export const requestTo = (url: string, given: Partial<NetworkRequest> = {}): NetworkRequest => ({
  id: url,
  url,
  method: 'GET',
  kind: 'Document',
  isPage: true,
  isUrgent: true,
  started: 0,
  wall: 0,
  ...unanswered,
  ...given,
})
