import { adnHandlers } from './adn.ts'
import { profileHandlers } from './profiles.ts'
import { serviceIpHandlers } from './service-ips.ts'
import { todHandlers } from './tods.ts'

export { profilesOf } from './queries.ts'

export const siteProfileHandlers = {
  ...adnHandlers,
  ...profileHandlers,
  ...todHandlers,
  ...serviceIpHandlers,
}
