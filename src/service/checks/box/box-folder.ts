import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'site-performance-box-'

/**
 * Creates a box's folder, owned by `user` if one is given. Its name contains the id of this process, so at no time is
 * it a folder without an owner, which another process would remove.
 */
export function newBoxFolder(user: { readonly uid: number; readonly gid: number } | null): string {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Removes the folders of services that no longer run. What can't be removed now is left for the next start. */
export function removeStaleBoxFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (isRunning(pid)) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // a browser that is just ending still writes to it, or it is another user's
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // it runs as another user
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
