import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { LogLines } from './log-lines.ts'
import { waitFor } from '../test/wait-for.ts'

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

/** A pipe that holds 64 KiB, and a log that writes to it. */
function pipedLog(maxBytes: number) {
  const path = join(folder(), 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', path])
  const fd = openSync(path, O_RDWR | O_NONBLOCK)
  onTestFinished(() => closeSync(fd))
  const lines = new LogLines(fd, maxBytes)
  let text = ''
  const read = () => {
    const buffer = Buffer.alloc(2 ** 17)
    try {
      text += buffer.toString('utf8', 0, readSync(fd, buffer))
    } catch {
      // it's empty
    }
    return messagesIn(text)
  }
  return { log: pino({ base: null }, lines), lines, read }
}

const messagesIn = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly dropped?: number; readonly level: number })

const kilobyte = 'x'.repeat(1000)
const minute = 60_000

test('lines arrive in their order, also those that a full pipe held up', async () => {
  const { log, lines, read } = pipedLog(2 ** 20)
  for (let i = 0; i < 200; i++) log.info(`${i} ${kilobyte}`)
  await waitFor(() => expect(read()).toHaveLength(200))
  expect(read().map(({ msg }) => Number(msg.split(' ', 1)))).toEqual(Array.from({ length: 200 }, (_, i) => i))
  await lines.flush(minute)
  expect(lines.dropped).toBe(0)
})

test('lines beyond the memory for them are dropped, and a line says how many', async () => {
  const { log, lines, read } = pipedLog(100_000)
  for (let i = 0; i < 500; i++) log.info(kilobyte)
  const { dropped } = lines
  expect(dropped).toBeGreaterThan(400)
  expect(dropped).toBeLessThan(450)
  await waitFor(() => expect(read()).toHaveLength(500 - dropped + 1))
  expect(read().at(-1)).toMatchObject({ level: 40, dropped, msg: 'log lines were dropped, as nothing read them' })
  log.info('then')
  await waitFor(() => expect(read().at(-1)).toMatchObject({ msg: 'then' }))
})

test('a warning is kept where the lines of requests are dropped', async () => {
  const { log, read } = pipedLog(100_000)
  for (let i = 0; i < 200; i++) log.info(kilobyte)
  log.warn('look')
  log.error('here')
  await waitFor(() => expect(read().map(({ msg }) => msg)).toContain('here'))
  expect(read().map(({ msg }) => msg)).toContain('look')
})

test('a process that exits writes what waits, and doesn’t wait for ever', async () => {
  const { log, lines, read } = pipedLog(2 ** 20)
  for (let i = 0; i < 40; i++) log.info(kilobyte)
  lines.flushSync(minute)
  expect(read()).toHaveLength(40)
  for (let i = 0; i < 100; i++) log.info(kilobyte)
  lines.flushSync(1)
  await waitFor(() => expect(read()).toHaveLength(140))
})

test('lines reach a file', async () => {
  const path = join(folder(), 'file')
  const fd = openSync(path, 'a')
  onTestFinished(() => closeSync(fd))
  const lines = new LogLines(fd, 2 ** 20)
  const log = pino({ base: null }, lines)
  for (let i = 0; i < 100; i++) log.info(`${i} ${kilobyte}`)
  await lines.flush(minute)
  log.info('last')
  lines.flushSync(minute)
  expect(messagesIn(readFileSync(path, 'utf8'))).toHaveLength(101)
})

/** A file that may only be read. */
function unwritableFile(): number {
  const path = join(folder(), 'file')
  closeSync(openSync(path, 'w'))
  return openSync(path, 'r')
}

function pipeWithoutReader(): number {
  const path = join(folder(), 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', path])
  const reader = openSync(path, O_RDONLY | O_NONBLOCK)
  const fd = openSync(path, O_WRONLY | O_NONBLOCK)
  closeSync(reader)
  return fd
}

test.each([
  ['to a file that can’t be written', unwritableFile],
  ['whose reader is gone', pipeWithoutReader],
])('lines of a log %s are counted, the next ones are tried again, and the process can exit', async (_, open) => {
  const fd = open()
  onTestFinished(() => closeSync(fd))
  const lines = new LogLines(fd, 2 ** 20)
  const log = pino({ base: null }, lines)
  log.info('one')
  log.info('two')
  await lines.flush(minute)
  expect(lines.dropped).toBe(2)
  log.info('three')
  await lines.flush(minute)
  expect(lines.dropped).toBe(3)
  log.info('four')
  lines.flushSync(minute)
})
