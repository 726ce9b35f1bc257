import './font/font.css'
import { expect, test } from 'vitest'

const texts = [
  'www.fjordbikes.example',
  'All 3 locations within their limits at 12:30',
  'Largest contentful paint, 75th percentile',
  'Create account',
  '280k requests, 77.8% cached, 1.31 s',
]

/** The box of a text whose lines are as high as its font wants. */
function boxOf(text: string, font: string): DOMRect {
  const span = document.createElement('span')
  span.textContent = text
  span.style.cssText = `position: absolute; white-space: nowrap; font: ${font}`
  document.body.append(span)
  const box = span.getBoundingClientRect()
  span.remove()
  return box
}

/** Whether the browser has the font. Those of the machine may be missing. */
const has = (font: string) =>
  document.fonts.load(font).then(
    (faces) => faces.some(({ status }) => status === 'loaded'),
    () => false,
  )

test.each([400, 500, 600, 650])(
  'nothing moves when Inter arrives at weight %d: its stand-in is as high, and about as wide',
  async (weight) => {
    const [inter, standIn] = [`${weight} 20px Inter`, `${weight} 20px "Inter Fallback"`]
    await expect(has(inter)).resolves.toBe(true)
    // without Arial and Liberation Sans, the system's font stands in
    if (!(await has(standIn))) return
    for (const text of texts) {
      const [one, other] = [boxOf(text, inter), boxOf(text, standIn)]
      expect(Math.abs(one.height - other.height), `height of ${text}`).toBeLessThanOrEqual(1)
      expect(Math.abs(one.width / other.width - 1), `width of ${text}`).toBeLessThan(0.07)
    }
  },
)
