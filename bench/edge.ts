import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificateFolder, measureCertificates } from './edge/certificates.ts'
import { compareWithNginx } from './edge/compare.ts'
import { measureCompression } from './edge/compression.ts'
import { startEdgeProcess } from './edge/edge-process.ts'
import { startLoad } from './edge/load-process.ts'
import { findNginx, startNginx } from './edge/nginx.ts'
import { startOrigin } from './edge/origin.ts'
import { addSites, dnsInterval } from './edge/sites.ts'
import { measureStandalone } from './edge/standalone.ts'
import { openDatabase } from '../src/service/database/index.ts'
import { masterKeyFor, Vault } from '../src/service/secrets/index.ts'
import { startService } from './service-process.ts'

const sites = 10_000

/** What serving visitors costs beside nginx, and how an edge with many sites behaves. SQLite. */
async function edgeBench(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-edge-'))
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  try {
    const origin = await startOrigin()
    closing.push(() => origin.stop())
    const database = await openDatabase(join(dataDir, 'site-performance.db'))
    const vault = new Vault(await masterKeyFor({ masterKey: null, dataDir }, database))
    const account = await addSites(database, vault, sites, origin.port)
    closing.push(() => database.close())
    const certificates = makeCertificateFolder(join(dataDir, 'certificates'))

    const env = {
      ALLOW_PRIVATE_TARGETS: 'on',
      CHROMIUM_PATH: '/nonexistent',
      DNS_INTERVAL: String(dnsInterval),
      EDGE_TLS_PORT: '0',
      EDGE_CERTIFICATES: certificates,
    }
    const service = await startService(dataDir, '', env)
    closing.push(() => service.stop())
    const edge = await startEdgeProcess(dataDir, env)
    closing.push(() => edge.stop())
    const load = startLoad()
    closing.push(() => load.stop())

    const embedded = {
      name: 'embedded edge',
      pid: service.pid,
      port: service.edgePort,
      securePort: service.edgeSecurePort,
    }
    const standalone = { name: 'edge of its own', pid: edge.pid, port: edge.port, securePort: edge.securePort }
    let isWithin = await measureStandalone({ service, standalone, embedded, load, origin, account, sites })

    isWithin = (await measureCertificates({ database, vault, server: standalone, load })) && isWithin

    const program = findNginx()
    if (program === undefined) {
      process.stdout.write("\nnginx isn't installed, so the edge isn't compared with it: apt-get install nginx-light\n")
      return false
    }
    const nginx = await startNginx(program, join(dataDir, 'nginx'), origin.port, certificates)
    closing.push(() => nginx.stop())
    const front = await startEdgeProcess(dataDir, { ...env, EDGE_WORKERS: '1' }, '--nginx')
    closing.push(() => front.stop())
    const servers = [
      { name: 'nginx', pid: nginx.pid, port: nginx.port, securePort: nginx.securePort },
      {
        name: 'edge with nginx',
        pid: front.pid,
        port: front.port,
        securePort: front.securePort,
        isBehindNginx: true,
      },
      embedded,
      standalone,
    ]
    isWithin = (await compareWithNginx(servers, load, origin.port)) && isWithin
    isWithin = (await measureCompression(servers, load, origin)) && isWithin
    return isWithin
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

process.exitCode = (await edgeBench()) ? 0 : 1
