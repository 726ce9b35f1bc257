import { characters, limits } from '../../shared/limit.ts'

export const triedServerLimits = limits({
  location: characters(300, 'An address to which a server that is tried redirects; the rest is cut off'),
})
