import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsFrom, SettingError } from './configuration.ts'

test('without variables, every setting has its default', () => {
  expect(settingsFrom({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: resolve('data/site-performance.db'),
    publicUrl: 'http://127.0.0.1:4000',
    smtpUrl: null,
    masterKey: null,
    edgePort: 4080,
    edgeTlsPort: null,
    edgeCertificates: null,
    acmeDirectory: null,
    acmeEmail: null,
    edgeHost: '127.0.0.1',
    edgeAddresses: [],
    edgeCacheSize: 256 * 2 ** 20,
    edgeDiskCacheSize: 2 ** 30,
    edgeWorkers: null,
    serviceDomain: 'localhost',
    dnsServers: [],
    dnsInterval: 60,
    corsOrigins: [],
    dashboardApiOrigins: [],
    trustedProxies: [],
    location: 'local',
    metricsPort: null,
    allowPrivateTargets: false,
    refusedNetworks: [],
    retentionSamples: 400,
    retentionDetails: 30,
    retentionScreenshots: 14,
    chromiumSandbox: true,
    publicSiteCreation: true,
    chromiumPath: null,
    logLevel: 'info',
  })
})

test('empty and blank variables count as unset', () => {
  const names = ['PORT', 'HOST', 'DATABASE_URL', 'PUBLIC_URL', 'MASTER_KEY', 'CORS_ORIGINS', 'ALLOW_PRIVATE_TARGETS']
  expect(settingsFrom(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(settingsFrom({}))
})

const key = Buffer.alloc(32, 7)

test.each<[name: string, value: string, setting: keyof ReturnType<typeof settingsFrom>, read: unknown]>([
  ['PORT', '8080', 'port', 8080],
  ['PORT', ' 0 ', 'port', 0],
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['HOST', '::1', 'publicUrl', 'http://[::1]:4000'],
  ['DATA_DIR', '/var/lib/perf', 'dataDir', '/var/lib/perf'],
  ['DATA_DIR', '/var/lib/perf', 'databaseUrl', '/var/lib/perf/site-performance.db'],
  ['DATABASE_URL', 'postgres://u:p@db.example/perf', 'databaseUrl', 'postgres://u:p@db.example/perf'],
  ['DATABASE_URL', 'postgresql:///perf', 'databaseUrl', 'postgresql:///perf'],
  ['PUBLIC_URL', 'https://perf.example/', 'publicUrl', 'https://perf.example'],
  ['PUBLIC_URL', 'https://example.com/perf//', 'publicUrl', 'https://example.com/perf'],
  ['SMTP_URL', 'smtps://u:p@mail.example:465', 'smtpUrl', 'smtps://u:p@mail.example:465'],
  ['MASTER_KEY', key.toString('hex'), 'masterKey', key],
  ['MASTER_KEY', key.toString('base64'), 'masterKey', key],
  ['EDGE_PORT', '80', 'edgePort', 80],
  ['EDGE_TLS_PORT', '443', 'edgeTlsPort', 443],
  ['REFUSED_NETWORKS', '203.0.113.0/24, 192.0.2.1', 'refusedNetworks', ['203.0.113.0/24', '192.0.2.1']],
  ['CHROMIUM_SANDBOX', 'off', 'chromiumSandbox', false],
  ['SERVICE_DOMAIN', 'Edge.Example', 'serviceDomain', 'edge.example'],
  [
    'DNS_SERVERS',
    '192.0.2.1, 192.0.2.2:5353,[2001:db8::1]:53',
    'dnsServers',
    ['192.0.2.1', '192.0.2.2:5353', '[2001:db8::1]:53'],
  ],
  ['DNS_INTERVAL', '5', 'dnsInterval', 5],
  [
    'CORS_ORIGINS',
    'https://a.example,http://localhost:5173',
    'corsOrigins',
    ['https://a.example', 'http://localhost:5173'],
  ],
  ['DASHBOARD_API_ORIGINS', 'https://api.example', 'dashboardApiOrigins', ['https://api.example']],
  ['TRUSTED_PROXIES', '127.0.0.1,10.0.0.0/8,fd00::/8', 'trustedProxies', ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
  ['LOCATION', 'Frankfurt', 'location', 'Frankfurt'],
  ['ALLOW_PRIVATE_TARGETS', 'on', 'allowPrivateTargets', true],
  ['ALLOW_PRIVATE_TARGETS', 'FALSE', 'allowPrivateTargets', false],
  ['PUBLIC_SITE_CREATION', 'off', 'publicSiteCreation', false],
  ['PUBLIC_SITE_CREATION', '1', 'publicSiteCreation', true],
  ['CHROMIUM_PATH', '/opt/chromium', 'chromiumPath', '/opt/chromium'],
  ['LOG_LEVEL', 'debug', 'logLevel', 'debug'],
])('%s=%s', (name, value, setting, read) => {
  expect(settingsFrom({ [name]: value })[setting]).toEqual(read)
})

describe('is refused in one line that names the variable', () => {
  test.each([
    ['PORT', 'x'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['DATABASE_URL', 'mysql://db.example/perf'],
    ['DATABASE_URL', 'perf.db'],
    ['PUBLIC_URL', 'perf.example'],
    ['PUBLIC_URL', 'ftp://perf.example'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'http://mail.example'],
    ['MASTER_KEY', 'secret'],
    ['MASTER_KEY', key.toString('hex').slice(2)],
    ['EDGE_PORT', '100000'],
    ['EDGE_TLS_PORT', '100000'],
    // the default of EDGE_PORT
    ['EDGE_TLS_PORT', '4080'],
    ['SERVICE_DOMAIN', 'a b'],
    ['SERVICE_DOMAIN', 'https://edge.example'],
    ['DNS_SERVERS', 'dns.example'],
    ['DNS_SERVERS', '192.0.2.1:99999'],
    ['DNS_INTERVAL', '0'],
    ['DASHBOARD_API_ORIGINS', 'https:'],
    ['DASHBOARD_API_ORIGINS', "https://a.example; script-src 'unsafe-inline'"],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/40'],
    ['LOCATION', 'x'.repeat(101)],
    ['ALLOW_PRIVATE_TARGETS', 'yes please'],
    ['PUBLIC_SITE_CREATION', 'maybe'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    const read = () => settingsFrom({ [name]: value })
    expect(read).toThrow(SettingError)
    expect(read).toThrow(new RegExp(`^${name} must (be|begin with) [^\\n]+$`))
  })

  test('EDGE_CERTIFICATES without EDGE_TLS_PORT', () => {
    const folder = { EDGE_CERTIFICATES: '/etc/certificates' }
    expect(() => settingsFrom(folder)).toThrow(/^EDGE_CERTIFICATES needs EDGE_TLS_PORT: [^\n]+$/)
    expect(() => settingsFrom({ ...folder, EDGE_TLS_PORT: '0' })).not.toThrow()
    // other processes serve what this one gets
    expect(() => settingsFrom({ ACME_DIRECTORY: 'https://acme.example/directory' })).not.toThrow()
  })

  test('MASTER_KEY, without revealing its value', () => {
    const secret = 'bm90LWxvbmctZW5vdWdo'
    expect(() => settingsFrom({ MASTER_KEY: secret })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    )
  })
})
