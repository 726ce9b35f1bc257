import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { newBoxFolder, removeStaleBoxFolders } from './box-folder.ts'

test('a start removes the folders of processes that have ended, and no other', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const stale = mkdtempSync(join(tmpdir(), `site-performance-box-${pid}-`))
  writeFileSync(join(stale, 'profile'), '')
  const ours = newBoxFolder(null)
  try {
    removeStaleBoxFolders()
    expect(existsSync(stale)).toBe(false)
    expect(existsSync(ours)).toBe(true)
    // no write has to follow for it to have an owner
    expect(basename(ours)).toMatch(new RegExp(`^site-performance-box-${process.pid}-`))
  } finally {
    rmSync(ours, { recursive: true })
  }
})
