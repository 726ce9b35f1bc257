import * as fc from 'fast-check'
import { type Endpoint, readSignOn } from '../../contract/index.ts'
import { populate, type Populated } from './fixtures.ts'
import { validInput } from './generators.ts'
import { bodySchema, type Sent } from './send.ts'
import { copiesOf, type TestService } from './service.ts'

export interface Accounts {
  readonly service: TestService
  /** The account that the requests are for. */
  readonly mine: Populated
  /** A second account of the same partner. */
  readonly sibling: Populated
  /** An account of another partner. */
  readonly foreign: Populated
}

const copy = copiesOf(async (service) => {
  const [partner, other] = [await service.makePartner(), await service.makePartner({ name: 'Other' })]
  return {
    mine: await populate(service, partner),
    sibling: await populate(service, partner),
    foreign: await populate(service, other),
  }
})

/** Two accounts of a partner, and one of another, each with one of everything. */
export async function threeAccounts(): Promise<Accounts> {
  const { service, made } = await copy()
  return { service, ...made }
}

/** Valid input, so that only the access rules can refuse the request. */
export function validRequest(endpoint: Endpoint, { ids }: Pick<Populated, 'ids'>): Pick<Sent, 'query' | 'body'> {
  const hints = {
    profile_id: fc.constant(endpoint.id.includes('samples') ? ids['monitor_id'] : ids['profile_id']),
    ids: fc.constant([endpoint.id.includes('tests') ? ids['test_id'] : ids['monitor_id']]),
    user_id: fc.constant(undefined),
    browsers: fc.constant([]),
    locations: fc.constant(['local']),
    deferred_host: fc.constant(false),
    deferred_creation: fc.constant(false),
    start_date: fc.constant(undefined),
    end_date: fc.constant(undefined),
    ends_at: fc.constant(undefined),
    ...(endpoint.id === 'partner.fleet.changes' ? { revision: fc.constant('7') } : {}),
    domain: fc.constant(endpoint.id === readSignOn.id ? 'nordhost.example' : undefined),
    channel: fc.constant('email'),
    channels: fc.constant(['email']),
    recipient: fc.constant('holder'),
    site_id: fc.constant(ids['site_id']),
    like_sample_id: fc.constant(ids['sample_id']),
    at: fc.constant(undefined),
    site_ids: fc.constant([ids['site_id']]),
    monitor_ids: fc.constant([ids['monitor_id']]),
    until: fc.constant(null),
    path: fc.constant('/monitors'),
  }
  const one = (schema: Parameters<typeof validInput>[0] | undefined) =>
    schema === undefined ? undefined : fc.sample(validInput(schema, hints), 1)[0]
  return { query: one(endpoint.query), body: one(bodySchema(endpoint)) }
}
