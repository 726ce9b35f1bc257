import { statfs } from 'node:fs/promises'
import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problems } from '../control/problems.ts'
import { DiskRoom } from './disk-room.ts'

vi.mock('node:fs/promises', { spy: true })

const mebibyte = 2 ** 20

function freeOnDisk(bytes: number): void {
  vi.mocked(statfs).mockResolvedValue({ bavail: bytes / 4096, bsize: 4096 } as Awaited<ReturnType<typeof statfs>>)
}

beforeEach(() => {
  vi.mocked(statfs).mockReset()
})

test('a disk is full below the least space, and has room again with twice as much', async () => {
  const problems = new Problems(pino({ level: 'silent' }), () => 0)
  const room = new DiskRoom('/cache', 100 * mebibyte, problems)
  const after = async (free: number) => {
    freeOnDisk(free * mebibyte)
    await room.look()
    return { hasRoom: room.hasRoom, problems: problems.list().filter(({ until }) => until === null).length }
  }
  expect(await after(101)).toEqual({ hasRoom: true, problems: 0 })
  expect(await after(99)).toEqual({ hasRoom: false, problems: 1 })
  expect(await after(150)).toEqual({ hasRoom: false, problems: 1 })
  expect(await after(200)).toEqual({ hasRoom: true, problems: 0 })
  expect(statfs).toHaveBeenCalledWith('/cache')
})

test('where it can’t be told, what was known stays', async () => {
  const room = new DiskRoom('/cache', 1, new Problems(pino({ level: 'silent' }), () => 0))
  vi.mocked(statfs).mockRejectedValue(new Error('EIO'))
  await expect(room.look()).rejects.toThrow('EIO')
  expect(room.hasRoom).toBe(true)
})
