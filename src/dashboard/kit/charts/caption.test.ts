import { expect, test } from 'vitest'
import { captionOf } from './caption.ts'

test('a caption has the host, the period with its zone, and the unit', () => {
  const shown = {
    subject: 'www.fjordbikes.example',
    unit: 'requests per hour',
    from: Date.UTC(2026, 10, 19, 10),
    to: Date.UTC(2026, 10, 21, 10),
  }
  expect(captionOf(shown, 'Europe/Berlin')).toBe(
    'www.fjordbikes.example · 19 Nov 2026, 11:00 – 21 Nov 2026, 11:00 CET · requests per hour',
  )
  expect(captionOf({ ...shown, subject: '' }, 'UTC')).toBe(
    '19 Nov 2026, 10:00 – 21 Nov 2026, 10:00 UTC · requests per hour',
  )
})
