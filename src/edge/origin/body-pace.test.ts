import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { originLimits } from './limits.ts'
import { watchPace } from './body-pace.ts'

const { bodyPeriod, leastBody } = originLimits
const most = Buffer.alloc(leastBody)

test.each<[string, boolean, (body: PassThrough) => void]>([
  ['enough in each period', false, (body) => body.write(most)],
  ['a byte in each', true, (body) => body.write('x')],
  ['nothing', true, () => {}],
  ['nothing that the server would take', false, (body) => body.pause()],
  ['its end', false, (body) => body.end('x')],
  ['its breaking off', false, (body) => body.destroy()],
])('a body of which comes %s', async (_, expected, come) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const body = new PassThrough({ highWaterMark: 10 * leastBody })
    let isSlow = false
    watchPace(body, () => (isSlow = true))
    for (let i = 0; i < 4; i++) {
      if (body.writable) come(body)
      // lets the stream flow
      await new Promise((resolve) => void setImmediate(() => setImmediate(resolve)))
      vi.advanceTimersByTime(bodyPeriod)
    }
    expect(isSlow).toBe(expected)
  } finally {
    vi.useRealTimers()
  }
})
