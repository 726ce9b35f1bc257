import { adnHandlers } from './adn.ts'
import { explanationHandlers } from './explanation.ts'
import { profileHandlers } from './profiles.ts'
import { serviceIpHandlers } from './service-ips.ts'
import { settingsHandlers } from './settings.ts'
import { todHandlers } from './tods.ts'

export const siteProfileHandlers = {
  ...adnHandlers,
  ...profileHandlers,
  ...todHandlers,
  ...settingsHandlers,
  ...explanationHandlers,
  ...serviceIpHandlers,
}
