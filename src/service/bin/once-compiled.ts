import { flushCompileCache, getCompileCacheDir } from 'node:module'

/** Says to the process that begins again that it's that one: a folder that can't be written to never has a cache. */
const mark = 'SITE_PERFORMANCE_COMPILED'

/**
 * Begins again, as the same process, where this start had to take the types out of source files: what does that keeps 12 MB.
 * With `NODE_COMPILE_CACHE`, the next start finds files without types there. Call it once everything is imported.
 */
export function beginAgainOnceCompiled(): void {
  const { execPath, execArgv, argv, env, platform } = process
  if (platform === 'win32' || env[mark] !== undefined) return
  if (getCompileCacheDir() === undefined || !hasStrippedTypes()) return
  flushCompileCache()
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, [mark]: '1' })
}

/** Whether Node has loaded its parser of TypeScript. */
function hasStrippedTypes(): boolean {
  const loaded: unknown = Reflect.get(process, 'moduleLoadList')
  return Array.isArray(loaded) && loaded.includes('NativeModule internal/deps/amaro/dist/index')
}
