import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents one at a time. Node's recursive option never returns on a file system that
 * doesn't create folders, such as /proc.
 * @throws if it can't be created
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!existsSync(path)) throw error
  }
}
