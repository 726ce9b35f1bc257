import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, userId } from './fields.ts'
import { lenientDocument, lenientDocuments } from './lenient.ts'

const profileRecord = z.looseObject({ id, site_id: id, name: z.string(), default: z.boolean(), created_at: z.string() })
const todRecord = z.looseObject({ profile_id: id, site_id: id, enabled: z.boolean(), rules: z.array(z.unknown()) })
const adnRecord = z.looseObject({
  site_id: id,
  service_cname: z.nullable(z.string()),
  nodes: z.array(z.looseObject({ ip: z.string(), role: z.string(), location: z.string() })),
})

const documentOf = <S extends z.ZodMiniType>(schema: S) => z.looseObject({ document: schema, success: z.boolean() })

const byUser = z.object({ user_id: userId })

export const readAdn = endpoint({
  id: 'user.adn.read',
  access: 'user',
  method: 'GET',
  path: '/sites/{site_id}/adn',
  summary: "Read the site's delivery network",
  query: byUser,
  reply: documentOf(adnRecord),
  read: lenientDocument(adnRecord),
})

export const listProfiles = endpoint({
  id: 'user.profiles.list',
  access: 'user',
  method: 'GET',
  path: '/sites/{site_id}/profiles',
  summary: "List the site's profiles",
  query: byUser,
  rows: 'document',
  reply: documentOf(z.array(profileRecord)),
  read: lenientDocuments(profileRecord),
})

export const readProfile = endpoint({
  id: 'user.profiles.read',
  access: 'user',
  method: 'GET',
  path: '/sites/{site_id}/profiles/{profile_id}',
  summary: 'Read a profile',
  query: byUser,
  reply: documentOf(profileRecord),
  read: lenientDocument(profileRecord),
})

export const listTods = endpoint({
  id: 'user.tods.list',
  access: 'user',
  method: 'GET',
  path: '/sites/{site_id}/tods',
  summary: 'List the tods of all profiles of the site',
  query: byUser,
  rows: 'document',
  reply: documentOf(z.array(todRecord)),
  read: lenientDocuments(todRecord),
})

export const readTod = endpoint({
  id: 'user.tods.read',
  access: 'user',
  method: 'GET',
  path: '/sites/{site_id}/tods/{profile_id}',
  summary: 'Read the tod of a profile',
  query: byUser,
  reply: documentOf(todRecord),
  read: lenientDocument(todRecord),
})

export const listServiceIps = endpoint({
  id: 'user.serviceIps',
  access: 'user',
  method: 'GET',
  path: '/ServiceIPs',
  summary: 'List the service IPs for all sites of the user',
  query: byUser,
  rows: '',
  reply: z.array(z.string()),
})
