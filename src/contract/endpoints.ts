import * as accounts from './accounts.ts'
import * as alerts from './alerts.ts'
import * as availability from './availability.ts'
import * as cache from './cache.ts'
import * as cacheLookup from './cache-lookup.ts'
import * as cacheMatch from './cache-match.ts'
import * as cacheProof from './cache-proof.ts'
import * as capabilities from './capabilities.ts'
import * as certificates from './certificates.ts'
import * as edgeNodes from './edge-nodes.ts'
import type { Endpoint } from './endpoint.ts'
import * as figures from './figures.ts'
import * as fleet from './fleet.ts'
import * as incidents from './incidents.ts'
import * as events from './events.ts'
import * as monitors from './monitors.ts'
import * as optimizer from './optimizer.ts'
import * as profiles from './profiles.ts'
import * as quotas from './quotas.ts'
import * as samples from './samples.ts'
import * as settings from './settings.ts'
import * as explanation from './explanation.ts'
import * as siteOrigin from './site-origin.ts'
import * as siteRedirect from './site-redirect.ts'
import * as sites from './sites.ts'
import * as usual from './usual.ts'

/** Every operation of both APIs, in the order of the reference. */
export const endpoints = [
  accounts.readPartner,
  accounts.listAccounts,
  accounts.createAccount,
  accounts.readAccount,
  accounts.deleteAccount,
  accounts.updateAccountEmail,
  accounts.sendWelcomeEmail,
  accounts.replaceKey.partner,
  alerts.partnerAlerts.list,
  alerts.partnerAlerts.create,
  alerts.partnerAlerts.read,
  alerts.partnerAlerts.update,
  alerts.partnerAlerts.delete,
  alerts.partnerAlerts.mute,
  alerts.partnerAlerts.test,
  alerts.partnerAlerts.alerts,
  fleet.listFleet,
  fleet.readFleetChanges,
  incidents.listOpenIncidents,
  sites.listAccountSites,
  sites.createAccountSite,
  sites.readAccountSite,
  sites.deleteAccountSite,
  sites.updateSiteHost,
  sites.checkDns.partner,
  figures.readFigures.partner,
  siteOrigin.readOrigin.partner,
  siteOrigin.setOrigin.partner,
  siteOrigin.tryOrigin.partner,
  siteRedirect.readRedirect.partner,
  siteRedirect.setRedirect.partner,
  certificates.readCertificate.partner,
  certificates.renewCertificate.partner,
  optimizer.readUsage,
  optimizer.partnerPause,
  optimizer.partnerBypass,
  optimizer.partnerResume,
  optimizer.partnerTransparent,
  monitors.listMonitors.partner,
  monitors.readMonitor.partner,
  monitors.createMonitor.partner,
  monitors.updateMonitor.partner,
  monitors.runMonitor.partner,
  availability.readAvailability.partner,
  monitors.setLimits.partner,
  monitors.deleteMonitors.partner,
  monitors.startMonitor.partner,
  monitors.stopMonitor.partner,
  monitors.listTests.partner,
  monitors.readTest.partner,
  monitors.createTest.partner,
  monitors.deleteTests.partner,
  samples.listSamples.partner,
  samples.readSample.partner,
  samples.readSeries.partner,
  usual.readUsual.partner,
  incidents.listIncidents.partner,
  incidents.readIncident.partner,
  incidents.acknowledgeIncident.partner,
  incidents.addIncidentNote.partner,
  alerts.listAlertRules.partner,
  alerts.createAlertRule.partner,
  alerts.readAlertRule.partner,
  alerts.updateAlertRule.partner,
  alerts.deleteAlertRule.partner,
  alerts.muteAlertRule.partner,
  alerts.testAlertRule.partner,
  alerts.listAlerts.partner,
  capabilities.readCapabilities.partner,
  quotas.readQuotas.partner,
  events.listEvents.partner,
  events.createRelease.partner,
  events.readEvent.partner,
  edgeNodes.listEdgeNodes.partner,
  sites.listUserSites,
  sites.readUserSite,
  sites.createUserSite,
  sites.checkDns.user,
  figures.readFigures.user,
  siteOrigin.readOrigin.user,
  siteOrigin.setOrigin.user,
  siteOrigin.tryOrigin.user,
  siteRedirect.readRedirect.user,
  siteRedirect.setRedirect.user,
  certificates.readCertificate.user,
  certificates.renewCertificate.user,
  profiles.readAdn,
  profiles.listProfiles,
  profiles.readProfile,
  profiles.listTods,
  profiles.readTod,
  settings.readSettings,
  settings.updateSettings,
  explanation.explainSettings,
  explanation.readActivity,
  cache.flushCache,
  cache.purgeCache,
  cacheLookup.lookIntoCache,
  cacheMatch.matchCache,
  cacheLookup.visitThroughEdge,
  cacheProof.provePurge,
  cacheProof.proveFlush,
  cacheProof.readProof,
  cacheProof.stopProof,
  profiles.listServiceIps,
  accounts.readUserEmail,
  accounts.replaceKey.user,
  optimizer.readUserUsage,
  optimizer.userBypass,
  optimizer.userPause,
  optimizer.userMaintenance,
  optimizer.userResume,
  optimizer.userTransparent,
  monitors.listMonitors.user,
  monitors.readMonitor.user,
  monitors.createMonitor.user,
  monitors.updateMonitor.user,
  monitors.runMonitor.user,
  availability.readAvailability.user,
  monitors.setLimits.user,
  monitors.deleteMonitors.user,
  monitors.startMonitor.user,
  monitors.stopMonitor.user,
  monitors.listTests.user,
  monitors.readTest.user,
  monitors.createTest.user,
  monitors.deleteTests.user,
  samples.listSamples.user,
  samples.readSample.user,
  samples.readSeries.user,
  usual.readUsual.user,
  incidents.listIncidents.user,
  incidents.readIncident.user,
  incidents.acknowledgeIncident.user,
  incidents.addIncidentNote.user,
  alerts.listAlertRules.user,
  alerts.createAlertRule.user,
  alerts.readAlertRule.user,
  alerts.updateAlertRule.user,
  alerts.deleteAlertRule.user,
  alerts.muteAlertRule.user,
  alerts.testAlertRule.user,
  alerts.listAlerts.user,
  capabilities.readCapabilities.user,
  quotas.readQuotas.user,
  events.listEvents.user,
  events.createRelease.user,
  events.readEvent.user,
  edgeNodes.listEdgeNodes.user,
] as const

export type AnyEndpoint = (typeof endpoints)[number]
export type EndpointId = AnyEndpoint['id']
export type EndpointOf<Id extends EndpointId> = Extract<AnyEndpoint, { readonly id: Id }>

/** The same list with a common type, for code that treats all operations alike. */
export const allEndpoints: readonly Endpoint[] = endpoints
