import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../src/service/test/free-port.ts'

/** The distribution's nginx; undefined where it isn't installed. */
export function findNginx(): string | undefined {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(':').filter(Boolean)]
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))
}

/** Starts nginx in front of an origin, as a plain `proxy_cache` with one worker and without a log. */
export async function startNginx(program: string, folder: string, originPort: number, certificates: string) {
  const [port, securePort] = [await freePort(), await freePort()]
  mkdirSync(folder)
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(configuration, configurationOf({ folder, port, securePort, originPort, certificates }))
  const child = spawn(program, ['-c', configuration, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await listening(child, port)
  return {
    port,
    securePort,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface Configured {
  readonly folder: string
  readonly port: number
  readonly securePort: number
  readonly originPort: number
  /** The folder with `site.crt` and `site.key`. */
  readonly certificates: string
}

function configurationOf({ folder, port, securePort, originPort, certificates }: Configured): string {
  const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so'
  const hasBrotli = existsSync(brotli)
  return `
${hasBrotli ? `load_module ${brotli};` : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log;
  sendfile on;
  tcp_nopush on;
  # at the edge's own levels; pages only
  gzip on;
  gzip_comp_level 5;
  ${hasBrotli ? 'brotli on; brotli_comp_level 4; brotli_window 256k;' : ''}
  # the load keeps its connections, and so does the edge
  keepalive_requests 10000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=bench:64m max_size=256m use_temp_path=off;
  upstream origin {
    server 127.0.0.1:${originPort};
    keepalive 64;
    keepalive_requests 10000000;
  }
  server {
    listen 127.0.0.1:${port};
    listen 127.0.0.1:${securePort} ssl http2;
    ssl_certificate ${certificates}/site.crt;
    ssl_certificate_key ${certificates}/site.key;
    ssl_protocols TLSv1.2 TLSv1.3;
    location / {
      proxy_pass http://origin;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_cache bench;
    }
  }
}
`
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) break
    const answer = await fetch(`http://127.0.0.1:${port}/start`).catch(() => undefined)
    if (answer) return void (await answer.arrayBuffer())
    await wait(50)
  }
  throw new Error("nginx doesn't start.")
}
