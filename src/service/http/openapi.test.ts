import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { allEndpoints } from '../../contract/index.ts'
import { openApiDocument, type Operation } from './openapi.ts'

const document = openApiDocument('http://127.0.0.1:4000/api')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

function operationOf(id: string): Operation {
  const found = operations.find(({ operation }) => operation.operationId === id)
  if (!found) throw new Error(`The document has no operation ${id}.`)
  return found.operation
}

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  // the validator may change its input
  const result = await validator.validate(structuredClone(document))
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('every reference has a target in the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(100)
  for (const [, group, name] of references) {
    expect(document.components).toHaveProperty(`${group}.${name}`)
  }
  expect(JSON.stringify(document).match(/"\$(id|schema|defs)":/g)).toBeNull()
})

test('the document has the 58 documented operations and the extensions, each once', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const documented = allEndpoints.filter(({ extension }) => !extension)
  expect(documented).toHaveLength(58)
  for (const { id, method, path } of allEndpoints) {
    expect(operations).toContainEqual({ method, path, operation: expect.objectContaining({ operationId: id }) })
  }
  const extensions = operations.filter(({ operation }) => operation['x-extension'])
  expect(extensions.map(({ operation }) => operation.operationId)).toEqual([
    'partner.accounts.sendWelcome',
    'partner.signInLinks.create',
    'partner.keys.replace',
    'partner.partnerKeys.list',
    'partner.partnerKeys.create',
    'partner.partnerKeys.rotate',
    'partner.partnerKeys.end',
    'partner.keys.list',
    'partner.keys.create',
    'partner.keys.rotate',
    'partner.keys.end',
    'partner.partnerPeople.list',
    'partner.partnerPeople.setRole',
    'partner.partnerPeople.remove',
    'partner.partnerPeople.requireFactor',
    'partner.partnerInvitations.create',
    'partner.partnerInvitations.withdraw',
    'partner.partnerInvitations.resend',
    'partner.people.list',
    'partner.people.setRole',
    'partner.people.remove',
    'partner.people.requireFactor',
    'partner.invitations.create',
    'partner.invitations.withdraw',
    'partner.invitations.resend',
    'partner.partnerAlertRules.list',
    'partner.partnerAlertRules.create',
    'partner.partnerAlertRules.read',
    'partner.partnerAlertRules.update',
    'partner.partnerAlertRules.delete',
    'partner.partnerAlertRules.mute',
    'partner.partnerAlertRules.test',
    'partner.partnerAlerts.list',
    'partner.fleet.list',
    'partner.fleet.changes',
    'partner.openIncidents.list',
    'partner.sites.checkDns',
    'partner.figures.read',
    'partner.sites.origin',
    'partner.sites.setOrigin',
    'partner.sites.tryOrigin',
    'partner.sites.redirect',
    'partner.sites.setRedirect',
    'partner.sites.certificate',
    'partner.sites.renewCertificate',
    'partner.monitors.update',
    'partner.monitors.run',
    'partner.monitors.availability',
    'partner.monitors.setLimits',
    'partner.samples.series',
    'partner.samples.usual',
    'partner.incidents.list',
    'partner.incidents.read',
    'partner.incidents.acknowledge',
    'partner.incidents.addNote',
    'partner.alertRules.list',
    'partner.alertRules.create',
    'partner.alertRules.read',
    'partner.alertRules.update',
    'partner.alertRules.delete',
    'partner.alertRules.mute',
    'partner.alertRules.test',
    'partner.alerts.list',
    'partner.capabilities',
    'partner.quotas',
    'partner.events.list',
    'partner.events.create',
    'partner.events.read',
    'partner.events.people',
    'partner.partnerEvents.list',
    'partner.partnerEvents.people',
    'partner.edgeNodes.list',
    'user.sites.checkDns',
    'user.figures.read',
    'user.sites.origin',
    'user.sites.setOrigin',
    'user.sites.tryOrigin',
    'user.sites.redirect',
    'user.sites.setRedirect',
    'user.sites.certificate',
    'user.sites.renewCertificate',
    'user.settings.update',
    'user.settings.explain',
    'user.settings.activity',
    'user.cache.look',
    'user.cache.match',
    'user.cache.visit',
    'user.cache.provePurge',
    'user.cache.proveFlush',
    'user.cache.readProof',
    'user.cache.stopProof',
    'user.keys.replace',
    'user.keys.list',
    'user.keys.create',
    'user.keys.rotate',
    'user.keys.end',
    'user.people.list',
    'user.people.setRole',
    'user.people.remove',
    'user.people.requireFactor',
    'user.invitations.create',
    'user.invitations.withdraw',
    'user.invitations.resend',
    'user.optimizer.usage',
    'user.monitors.update',
    'user.monitors.run',
    'user.monitors.availability',
    'user.monitors.setLimits',
    'user.samples.series',
    'user.samples.usual',
    'user.incidents.list',
    'user.incidents.read',
    'user.incidents.acknowledge',
    'user.incidents.addNote',
    'user.alertRules.list',
    'user.alertRules.create',
    'user.alertRules.read',
    'user.alertRules.update',
    'user.alertRules.delete',
    'user.alertRules.mute',
    'user.alertRules.test',
    'user.alerts.list',
    'user.capabilities',
    'user.quotas',
    'user.events.list',
    'user.events.create',
    'user.events.read',
    'user.events.people',
    'user.edgeNodes.list',
    'person.session.signIn',
    'person.session.read',
    'person.session.signOut',
    'person.session.signInWithKey',
    'person.session.beginPasskey',
    'person.session.signInWithPasskey',
    'person.session.signInWithCode',
    'person.sessions.list',
    'person.sessions.end',
    'person.sessions.endOthers',
    'person.password.change',
    'person.factors.read',
    'person.factors.prove',
    'person.passkeys.begin',
    'person.passkeys.add',
    'person.passkeys.rename',
    'person.passkeys.remove',
    'person.authenticator.begin',
    'person.authenticator.confirm',
    'person.authenticator.remove',
    'person.recoveryCodes.replace',
    'person.password.requestReset',
    'person.password.reset',
    'person.invitation.read',
    'person.invitation.accept',
    'person.signInLink.read',
    'person.signInLink.use',
    'person.signOn.read',
    'person.signOn.begin',
    'person.signOn.finish',
    'person.authorization.read',
    'person.authorization.decide',
  ])
})

test('an operation’s alternative paths are included', () => {
  expect(document.paths['/sites']?.['put']?.operationId).toBe('user.sites.create.put')
  expect(document.paths['/monitors/{monitor_id}/pause']?.['put']?.operationId).toBe('user.monitors.stop.pause')
})

test('every parameter of a path is declared', () => {
  for (const { path, operation } of operations) {
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  }
})

test('every operation of the user API declares user_id in its query, once', () => {
  for (const { id } of allEndpoints.filter(({ access }) => access === 'user')) {
    expect([id, operationOf(id).parameters.filter(({ name }) => name === 'user_id').length]).toEqual([id, 1])
  }
})

test('open operations need no key; all others of an account or a partner do', () => {
  const open = operations.filter(
    ({ operation }) =>
      !operation.operationId.startsWith('person.') && operation.security.some((one) => Object.keys(one).length === 0),
  )
  expect(open.map(({ operation }) => operation.operationId)).toEqual([
    'user.sites.create',
    'user.sites.create.put',
    'user.sites.read',
  ])
})

test('a deprecated operation names its replacement', () => {
  const deprecated = operations.filter(({ operation }) => operation.deprecated)
  expect(deprecated.map(({ operation }) => operation.operationId)).toEqual([
    'partner.optimizer.pause',
    'user.optimizer.pause',
  ])
  expect(operationOf('user.optimizer.pause').description).toContain('PUT /optimizers/{site_id}/bypass')
})

test('defaults and limits are in the parameters', () => {
  const { parameters } = operationOf('partner.accounts.list')
  expect(parameters.find(({ name }) => name === 'per_page')?.schema).toEqual({
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 100,
  })
  expect(parameters.find(({ name }) => name === 'direction')?.schema).toMatchObject({
    enum: ['asc', 'desc'],
    default: 'desc',
  })
})

test('query lists declare their notation', () => {
  const { parameters } = operationOf('partner.samples.list')
  expect(parameters.find(({ name }) => name === 'metrics[]')).toMatchObject({ style: 'form', explode: true })
  expect(parameters.find(({ name }) => name === 'profile_and_locations')).toMatchObject({
    style: 'deepObject',
    required: true,
  })
})

test('case-insensitive values are enums', () => {
  const body = document.components.schemas['MonitorBody']
  expect(body?.properties?.['type']).toMatchObject({ type: 'string', enum: ['WEBPAGE', 'HTTP'] })
  expect(JSON.stringify(body?.properties?.['constants']?.properties?.['browser_cache'])).toContain('"EMPTY_AND_FULL"')
  expect(body?.properties?.['timing']).toMatchObject({ anyOf: [{ properties: { policy: {} } }, { type: 'null' }] })
})

test('forms have three content types, JSON has one', () => {
  const types = (id: string) => Object.keys(operationOf(id).requestBody?.content ?? {})
  expect(types('partner.accounts.create')).toEqual([
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json',
  ])
  expect(types('partner.monitors.create')).toEqual(['application/json'])
})

test('each operation’s errors say why it can fail', () => {
  expect(operationOf('partner.accounts.delete').responses['409']?.description).toBe('The account still has sites.')
  expect(operationOf('partner.accounts.list').responses).not.toHaveProperty('409')
  expect(operationOf('partner.accounts.list').responses['429']?.headers).toHaveProperty('Retry-After')
})

test('fields that share a schema keep their own descriptions', () => {
  const { properties } =
    operationOf('partner.accounts.create').responses['200']?.content['application/json']?.schema ?? {}
  expect(properties?.['api_key']?.description).toBe("The account's key for the user API.")
  expect(properties?.['site_id']).toEqual(properties?.['user_id'])
  expect(properties?.['site_id']).not.toHaveProperty('description')
})
