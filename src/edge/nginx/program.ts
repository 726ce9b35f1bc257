import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The distribution's nginx with its Lua module. */
export interface NginxProgram {
  readonly path: string
  /** The folder of the modules. */
  readonly modules: string
}

export const nginxAdvice = 'Install it with your package manager (Debian: apt-get install nginx libnginx-mod-http-lua).'

const needed = ['ndk_http_module.so', 'ngx_http_lua_module.so']
const programFolders = [...(process.env['PATH'] ?? '').split(':').filter(Boolean), '/usr/sbin', '/usr/local/sbin']
const moduleFolders = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules']

/** @throws with advice where nginx or its Lua module isn't installed */
export function findNginx(programs: readonly string[] = programFolders, folders = moduleFolders): NginxProgram {
  const program = programs.map((folder) => join(folder, 'nginx')).find((one) => existsSync(one))
  if (program === undefined) throw new Error(`nginx isn't installed. ${nginxAdvice}`)
  const modules = folders.find((folder) => needed.every((name) => existsSync(join(folder, name))))
  if (modules === undefined) throw new Error(`nginx has no Lua module. ${nginxAdvice}`)
  return { path: program, modules }
}
