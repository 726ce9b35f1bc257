import {
  listAccounts,
  listAccountSites,
  listUserSites,
  readAccount,
  readAccountSite,
  readUserEmail,
  readUserSite,
} from '../../contract/index.ts'
import { anAccount, aSite, onePage } from './records.ts'
import { StubService } from './stub-service.ts'

/** A service that has one account with these sites, for its partner and for its holder. */
export function serviceWith(sites = [aSite()], account = anAccount()): StubService {
  const service = new StubService()
    .reply(listAccounts, onePage({ accounts: [account] }))
    .reply(readAccount, account)
    .reply(readUserEmail, { user_id: account.id, email: account.email })
    .reply(listAccountSites, { sites: sites.map(({ optimizer: _, ...listed }) => listed) })
    .reply(listUserSites, { sites })
  for (const endpoint of [readAccountSite, readUserSite])
    service.answer(endpoint, ({ path }) => {
      const site = sites.find(({ id }) => path.endsWith(`/${id}`))
      return Response.json(site ?? { error: 'This site doesn’t exist.' }, { status: site ? 200 : 404 })
    })
  return service
}
