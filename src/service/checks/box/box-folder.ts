import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'site-performance-box-'
/** Contains the id of the service process that the folder belongs to. */
const ownerFile = 'owner'

/** Creates a box's folder, owned by `user` if one is given. */
export function newBoxFolder(user: { readonly uid: number; readonly gid: number } | null): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  writeFileSync(join(folder, ownerFile), String(process.pid))
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Removes the folders of services that no longer run. */
export function removeStaleBoxFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (!isRunning(ownerOf(folder))) rmSync(folder, { recursive: true, force: true })
  }
}

function ownerOf(folder: string): number {
  try {
    return Number(readFileSync(join(folder, ownerFile), 'utf8'))
  } catch {
    return 0
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
