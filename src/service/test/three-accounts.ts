import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { createAccountSite, type Endpoint, readSignOn } from '../../contract/index.ts'
import { populate, type Populated } from './fixtures.ts'
import { validInput } from './generators.ts'
import { bodySchema, type Sent } from './send.ts'
import { type SignIn, testService, type TestService } from './service.ts'

export interface Accounts {
  readonly service: TestService
  /** The account that the requests are for. */
  readonly mine: Populated
  /** A second account of the same partner. */
  readonly sibling: Other
  /** An account of another partner. */
  readonly foreign: Other
}

type Other = Pick<Populated, 'partner' | 'account' | 'ids'>

/** Two accounts of a partner, and one of another. The first has one of everything, and so have the others by default. */
export async function threeAccounts(
  fill: (service: TestService, partner: SignIn) => Promise<Other> = populate,
): Promise<Accounts> {
  const service = await testService()
  const [partner, other] = [await service.makePartner(), await service.makePartner({ name: 'Other' })]
  return {
    service,
    mine: await populate(service, partner),
    sibling: await fill(service, partner),
    foreign: await fill(service, other),
  }
}

/** Enough where no more of another account is asked for: a tenth of the time. */
export async function withSite({ ask, makeAccount }: TestService, partner: SignIn): Promise<Other> {
  const account = await makeAccount(partner)
  const path = { partner_id: partner.id, account_id: account.id }
  const { site_id } = await ask(
    createAccountSite,
    { path, body: { host: `h${randomUUID()}.site.example` } },
    partner.key,
  )
  return { partner, account, ids: { ...path, site_id } }
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
