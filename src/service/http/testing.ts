import { testService } from '../test/service.ts'

/** A service with a partner and an account, and the paths of its accounts and of this one. */
export async function withAccount() {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const accounts = `/partners/${partner.id}/accounts`
  return { ...service, partner, account, accounts, mine: `${accounts}/${account.id}` }
}

/** The body of a monitor. */
export const monitor = { name: 'Home', type: 'HTTP', constants: { url: 'http://www.example/' } }
