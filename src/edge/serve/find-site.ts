import { FilterBudget } from '../../contract/filter-budget.ts'
import { type Handling, visitorHandling } from '../../contract/states.ts'
import { fieldsOf } from '../cache/index.ts'
import type { Destination, Redirecting } from '../control/sites-table.ts'
import { isLoop } from '../origin/request-lines.ts'
import type { Connection } from './connection.ts'
import type { EdgeContext } from './edge-context.ts'
import type { Found } from './serve-site.ts'
import { type Head, targetOf } from './target.ts'

/** The page that refuses a request. */
export interface Refused {
  readonly refused: 'badRequest' | 'tooLarge' | 'unknownSite' | 'misdirected' | 'loop' | 'methodNotAllowed'
  /** The host, where no site has it. */
  readonly unknownHost?: string
}

/** The site that a request is for, and what its state says; or the page that refuses it. */
export function find(request: Head, connection: Connection, { sites, https }: EdgeContext): Found | Refused {
  const target = targetOf(request)
  if (!target) return { refused: 'badRequest' }
  // TRACE would show visitors' scripts what the edge adds
  if (request.method === 'TRACE') return { refused: 'methodNotAllowed' }
  const fields = fieldsOf(request.rawHeaders)
  if (isLoop(fields)) return { refused: 'loop' }
  const destination = sites.find(target.hostname)
  if (!destination) return { refused: 'unknownSite', unknownHost: target.hostname }
  const { scheme, servername } = connection
  // RFC 9110, section 7.4
  if (servername !== undefined && !https?.certificates.covers(servername, target.hostname))
    return { refused: 'misdirected' }
  const handling = handlingOf(destination)
  if (handling.does === 'refuse') return { refused: 'unknownSite' }
  return { ...destination, handling, fields, scheme, target: target.target, budget: new FilterBudget() }
}

/** The same for a host that no site had before the database was looked into once more. */
export async function findAgain(
  request: Head,
  connection: Connection,
  unknownHost: string,
  context: EdgeContext,
): Promise<Found | Refused> {
  if (!(await context.unknownHosts.lookUp(unknownHost))) return { refused: 'unknownSite' }
  const found = find(request, connection, context)
  // nginx counts by what it knows of the host
  if (!('refused' in found)) await context.purgesArrived()
  return found
}

/** What happens to a visitor of a site. Whoever came by its counterpart is redirected in every state. */
export function handlingOf({ site, address }: Destination | Redirecting): Handling | typeof redirecting {
  return address === 'counterpart' ? redirecting : visitorHandling[site.state][address]
}

const redirecting = { does: 'redirect', counted: false } as const
