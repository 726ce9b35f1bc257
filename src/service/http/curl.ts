import {
  type Access,
  type Endpoint,
  encodeQuery,
  type EndpointId,
  type EndpointOf,
  headers,
  type InputOf,
} from '../../contract/index.ts'

type ExampleOf<E extends Endpoint> = Omit<InputOf<E>, 'path'>

const monitor = {
  name: 'Home page, from the default location',
  type: 'WEBPAGE',
  constants: { url: 'https://www.example.com/' },
} as const
const run = { ...monitor, timing: { policy: 'COUNT', run_times: 2 } } as const
const changed = { ...monitor, type: 'HTTP', timing: { interval: 15 } } as const
const alertRule = { name: 'What is down', channel: 'email' as const, kinds: ['down' as const] }
const partnerRule = { name: 'To our pager', channel: 'webhook', url: 'https://hooks.example.com/alerts' } as const
const mute = { until: '2030-01-01T00:00:00Z' }
const newKey = { name: 'Deployment', role: 'operator' } as const
const invitation = { email: 'grace@example.com', role: 'operator' } as const
// what only a browser can make is cut short
const newPasskey = { id: 'qP3v', response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' } }
const usedPasskey = { id: 'qP3v', response: { clientDataJSON: 'eyJ0', authenticatorData: 'SZYN', signature: 'MEUC' } }
const authorization = {
  response_type: 'code',
  client_id: '$CLIENT_ID',
  redirect_uri: 'https://shop.example/connected',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'operator',
} as const
const note = { text: 'The transit provider reports packet loss. Watching.' }
const release = { title: 'Shop 2.4', url: 'https://git.example.com/shop/releases/2.4', site_id: '$SITE_ID' }
const samples = { profile_and_locations: [{ profile_id: '$MONITOR_ID' }] }

/** What an example sends besides its path. `$NAME` is a shell variable. */
export const exampleInputs: { readonly [Id in EndpointId]?: ExampleOf<EndpointOf<Id>> } = {
  'partner.accounts.list': { query: { search_term: 'example', sort_by: 'email', direction: 'asc', per_page: 20 } },
  'partner.accounts.create': {
    body: { email: 'ada@example.com', site: 'www.example.com', first_name: 'Ada', last_name: 'Byron', plan: 'paid' },
  },
  'partner.accounts.updateEmail': { body: { new_email: 'countess@example.com' } },
  'partner.keys.create': { body: newKey },
  'partner.keys.rotate': { body: { overlap_hours: 24 } },
  'partner.partnerKeys.create': { body: newKey },
  'partner.partnerKeys.rotate': { body: { overlap_hours: 24 } },
  'user.keys.create': { body: { ...newKey, site_ids: ['$SITE_ID'] } },
  'user.keys.rotate': { body: { overlap_hours: 24 } },
  'partner.people.setRole': { body: { role: 'manager' } },
  'partner.people.requireFactor': { body: { required: true } },
  'partner.partnerPeople.requireFactor': { body: { required: true } },
  'user.people.requireFactor': { body: { required: true } },
  'partner.invitations.create': { body: invitation },
  'partner.partnerPeople.setRole': { body: { role: 'manager' } },
  'partner.partnerInvitations.create': { body: invitation },
  'user.people.setRole': { body: { role: 'manager' } },
  'user.invitations.create': { body: invitation },
  'person.session.signIn': { body: { email: '$EMAIL', password: '$PASSWORD' } },
  'person.session.signInWithKey': { body: { id: '$ACCOUNT_ID', key: '$KEY' } },
  'person.password.change': { body: { current_password: '$PASSWORD', new_password: '$NEW_PASSWORD' } },
  'person.session.beginPasskey': { body: { second: false } },
  'person.session.signInWithPasskey': { body: { passkey: usedPasskey } },
  'person.session.signInWithCode': { body: { kind: 'authenticator', code: '123456' } },
  'person.factors.prove': { body: { password: '$PASSWORD' } },
  'person.passkeys.begin': { body: { purpose: 'add' } },
  'person.passkeys.add': { body: { name: 'Phone', passkey: newPasskey } },
  'person.passkeys.rename': { body: { name: 'Phone' } },
  'person.authenticator.confirm': { body: { code: '123456' } },
  'person.password.requestReset': { body: { email: 'ada@example.com' } },
  'person.password.reset': { body: { token: '$TOKEN', new_password: '$NEW_PASSWORD' } },
  'partner.signInLinks.create': { body: { path: '/monitors' } },
  'person.signInLink.read': { body: { token: '$TOKEN' } },
  'person.signInLink.use': { body: { token: '$TOKEN' } },
  'person.authorization.read': { body: authorization },
  'person.authorization.decide': { body: { ...authorization, allow: true, place_id: '$ACCOUNT_ID' } },
  'person.signOn.read': { query: { domain: 'example.com' } },
  'person.signOn.begin': { body: { email: 'ada@example.com' } },
  'person.signOn.finish': { body: { response: 'code=…&state=…&iss=https%3A%2F%2Flogin.example.com' } },
  'person.invitation.read': { body: { token: '$TOKEN' } },
  'person.invitation.accept': {
    body: { token: '$TOKEN', name: 'Ada Byron', password: '$NEW_PASSWORD' },
  },
  'partner.partnerAlertRules.create': { body: partnerRule },
  'partner.partnerAlertRules.update': { body: { ...partnerRule, min_severity: 2 } },
  'partner.partnerAlertRules.mute': { body: mute },
  'partner.fleet.list': { query: { trouble: 'slow', sort_by: 'since' } },
  'partner.fleet.changes': { query: { revision: '4711' } },
  'partner.openIncidents.list': { query: { at_site: false } },
  'partner.sites.create': { body: { host: 'shop.example.com' } },
  'partner.sites.setOrigin': { body: { url: 'https://192.0.2.10' } },
  'partner.sites.setRedirect': { body: { enabled: true } },
  'partner.sites.tryOrigin': { body: { url: 'https://192.0.2.10', host: 'app.example.com' } },
  'partner.sites.updateHost': { body: { new_host: 'new.example.com' } },
  'partner.monitors.create': { body: monitor },
  'partner.monitors.update': { body: changed },
  'partner.monitors.setLimits': { body: { limits: { first_byte: 800 } } },
  'partner.monitors.delete': { body: { ids: ['$MONITOR_ID'] } },
  'partner.tests.create': { body: run },
  'partner.tests.delete': { body: { ids: ['$TEST_ID'] } },
  'partner.samples.list': { query: { ...samples, metrics: ['first_byte', 'load'], per_page: 20 } },
  'partner.samples.series': { query: { ...samples, metrics: ['load'], buckets: 24 } },
  'partner.incidents.acknowledge': { body: { acknowledged: true } },
  'partner.incidents.addNote': { body: note },
  'partner.events.create': { body: release },
  'partner.alertRules.create': { body: alertRule },
  'partner.alertRules.update': { body: { ...alertRule, min_severity: 2 } },
  'partner.alertRules.mute': { body: mute },
  'user.sites.create': { body: { host: 'blog.example.com' } },
  'user.sites.setOrigin': { body: { url: 'https://192.0.2.10' } },
  'user.sites.setRedirect': { body: { enabled: true } },
  'user.sites.tryOrigin': { body: { url: 'https://192.0.2.10', host: 'app.example.com' } },
  'user.settings.update': {
    body: {
      defaultActions: {
        filters: [{ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/checkout' }] }],
        documentActions: { images: [{ _id: 'images', enabled: true, filters: [] }] },
      },
    },
  },
  'user.settings.explain': { body: { url: '/', cookies: ['session=1'] } },
  'user.cache.purge': { body: [{ condition: '/' }, { condition: '/style.css', content_type: 'css' }] },
  'user.cache.look': { query: { url: '/' } },
  'user.cache.visit': { body: { url: '/' } },
  'user.cache.match': { body: { tag: 'shoes' } },
  'user.cache.provePurge': { body: [{ condition: '/' }] },
  'user.cache.proveFlush': { body: { paths: ['/'] } },
  'user.monitors.create': { body: monitor },
  'user.monitors.update': { body: changed },
  'user.monitors.setLimits': { body: { limits: { first_byte: 800 } } },
  'user.monitors.delete': { body: { ids: ['$MONITOR_ID'] } },
  'user.tests.create': { body: run },
  'user.tests.delete': { body: { ids: ['$TEST_ID'] } },
  'user.samples.list': { query: { ...samples, metrics: ['first_byte', 'load'], per_page: 20 } },
  'user.samples.series': { query: { ...samples, metrics: ['load'], buckets: 24 } },
  'user.incidents.acknowledge': { body: { acknowledged: true } },
  'user.incidents.addNote': { body: note },
  'user.events.create': { body: release },
  'user.alertRules.create': { body: alertRule },
  'user.alertRules.update': { body: { ...alertRule, min_severity: 2 } },
  'user.alertRules.mute': { body: mute },
}

/** What shows who calls. A session is for browsers; curl has to keep its cookie, and to say that it isn't another site's page. */
const credentials: Readonly<Record<Access, readonly string[]>> = {
  partner: [`-H ${quote(`${headers.key}: $KEY`)}`],
  user: [`-H ${quote(`${headers.key}: $KEY`)}`],
  open: [],
  session: ['-b "$COOKIES"', '-c "$COOKIES"', '-H "Origin: $ORIGIN"'],
  guest: ['-b "$COOKIES"', '-c "$COOKIES"', '-H "Origin: $ORIGIN"'],
}

/** `{account_id}` becomes `$ACCOUNT_ID`. */
const variableOf = (parameter: string) => `$${parameter.toUpperCase()}`

/**
 * A curl command that calls the endpoint, with the required fields filled in. It reads the shell variables $BASE (the
 * API's address without a trailing slash), $KEY, and one for each id: $PARTNER_ID, $ACCOUNT_ID, $SITE_ID, $MONITOR_ID and
 * so on. For sessions, those are $ORIGIN (where the dashboard is) and $COOKIES (a file).
 */
export function curlExample(endpoint: Endpoint): string {
  const { query, body } = inputOf(endpoint)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => variableOf(name))
  const isForm = endpoint.body !== undefined && 'form' in endpoint.body
  const parts = [
    `curl --fail-with-body${endpoint.method === 'GET' ? '' : ` -X ${endpoint.method}`} ${quote(`$BASE${path}`)}`,
    ...credentials[endpoint.access],
    ...(query ? ['--get', ...fieldsOf(query)] : []),
    ...(body === undefined ? [] : isForm ? fieldsOf(body) : jsonOf(body)),
  ]
  return parts.join(' \\\n  ')
}

function inputOf({ id }: Endpoint): { readonly query?: object | undefined; readonly body?: object | undefined } {
  return new Map(Object.entries(exampleInputs)).get(id) ?? {}
}

const fieldsOf = (fields: object) =>
  [...encodeQuery({ ...fields })].map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`)

const jsonOf = (body: object) => [
  `-H ${quote('Content-Type: application/json')}`,
  `--data ${quote(JSON.stringify(body))}`,
]

/** Quotes one shell word: double quotes for a word with a variable, with everything else escaped; else single quotes. */
function quote(word: string): string {
  return word.includes('$') ? `"${word.replace(/["\\`]/g, '\\$&')}"` : `'${word.replaceAll("'", "'\\''")}'`
}
