import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { streamPair } from './stream-pair.ts'

test('what is written to one end can be read from the other, both ways and to the end', async () => {
  const [near, far] = streamPair()
  near.write('to the ')
  near.end('far end')
  far.end('to the near end')
  expect(await Promise.all([text(far), text(near)])).toEqual(['to the far end', 'to the near end'])
  expect([near.bytesRead, far.bytesRead]).toEqual([15, 14])
})

test('the near end can be ended by itself', async () => {
  const [near, far] = streamPair()
  near.end()
  far.resume()
  await once(far, 'end')
  far.end('still read')
  expect(await text(near)).toBe('still read')
})

test('an end that nobody reads holds no more than its buffer', async () => {
  const [near, far] = streamPair()
  const chunk = Buffer.alloc(16 * 1024)
  let written = 0
  while (near.write(chunk)) written += chunk.length
  await turn()
  expect(far.readableLength).toBeLessThanOrEqual(written + chunk.length)
  expect(near.writableNeedDrain).toBe(true)
  far.resume()
  await once(near, 'drain')
})

test('nothing is lost when both ends are done before one is read', async () => {
  const [near, far] = streamPair()
  far.resume()
  near.end()
  far.end(Buffer.alloc(200_000))
  await turn()
  expect((await text(near)).length).toBe(200_000)
})

test('the near end ends with the far one', async () => {
  const [near, far] = streamPair()
  near.resume()
  far.resume().end('all')
  await Promise.all([once(near, 'close'), once(far, 'end')])
})

test('when one end is destroyed, so is the other', async () => {
  const [near, far] = streamPair()
  far.write('unread')
  near.destroy()
  await once(far, 'close')
  expect(far.destroyed).toBe(true)
})

test('an empty write is done at once', async () => {
  const [near, far] = streamPair()
  near.write('')
  near.end('x')
  expect(await text(far)).toBe('x')
})
