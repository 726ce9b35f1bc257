import type { NetworkRequest } from './network.ts'

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
  ended: null,
  status: null,
  protocol: null,
  timing: null,
  headers: {},
  bytes: 0,
  cached: false,
  redirected: false,
  error: null,
  canceled: false,
  ...given,
})
