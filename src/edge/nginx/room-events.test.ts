import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RoomEvents } from './room-events.ts'

const hour = 3600_000

/** A disk, and what is told of it. A new process begins with the same folder. */
function disk() {
  const folder = mkdtempSync(join(tmpdir(), 'room-events-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const room = { hasRoom: true }
  const told: boolean[] = []
  const world = { now: 0, isAway: false }
  const process = () =>
    new RoomEvents({
      room,
      marker: join(folder, 'full'),
      record: async (hasRoom) => {
        if (world.isAway) throw new Error('no database')
        told.push(hasRoom)
      },
      now: () => world.now,
    })
  return { room, told, world, process }
}

test('a full disk is told once, and once that it has room again', async () => {
  const { room, told, world, process } = disk()
  const events = process()
  await events.tell()
  expect(told).toEqual([])
  room.hasRoom = false
  for (let i = 0; i < 3; i++) await events.tell()
  expect(told).toEqual([false])
  room.hasRoom = true
  world.now += hour
  for (let i = 0; i < 3; i++) await events.tell()
  expect(told).toEqual([false, true])
})

test('a disk that is full now and then is told at most once in an hour', async () => {
  const { room, told, world, process } = disk()
  const events = process()
  for (let minute = 0; minute < 120; minute++) {
    room.hasRoom = minute % 10 < 5
    world.now = minute * 60_000
    await events.tell()
  }
  // full at minute 5, room at minute 70
  expect(told).toEqual([false, true])
})

test('while it can’t be told, it waits', async () => {
  const { room, told, world, process } = disk()
  const events = process()
  room.hasRoom = false
  world.isAway = true
  await expect(events.tell()).rejects.toThrow('no database')
  world.isAway = false
  await events.tell()
  expect(told).toEqual([false])
})

test('the next process goes on where the last one ended', async () => {
  const { room, told, process } = disk()
  room.hasRoom = false
  await process().tell()
  await process().tell()
  expect(told).toEqual([false])
  room.hasRoom = true
  await process().tell()
  await process().tell()
  expect(told).toEqual([false, true])
})
