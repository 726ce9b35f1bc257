import { download } from '../actions/download.ts'
import { shape } from './point-layer.ts'

const scale = 2
const margin = 16
const lineHeight = 22
/** How long a chart may take to be drawn, and how often to look for it, ms. */
const maxDrawingMs = 5000
const drawingStepMs = 50

/** One entry of a legend: a line, the mark of a severity, or what is shaded. */
export interface LegendEntry {
  readonly label: string
  /** The name of a CSS variable. */
  readonly variable: string
  readonly dashes?: string
  /** A `sample_type`. */
  readonly mark?: 0 | 1 | 2 | 3
  readonly shade?: boolean
}

interface Caption {
  readonly title: string
  readonly subtitle: string
  readonly legend: readonly LegendEntry[]
}

/**
 * Downloads the chart within an element as a PNG with its title and legend, in the page's current colours. Throws if the
 * browser can't draw it.
 */
export async function downloadChart(name: string, place: HTMLElement, caption: Caption): Promise<void> {
  await untilDrawn(place)
  const svg = place.querySelector('svg')
  const frame = svg?.parentElement?.closest('[role]')
  if (!svg || !frame) throw new Error('there is no chart')
  const box = frame.getBoundingClientRect()
  const image = await imageOf(withStyles(svg, box))
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('canvas is not available')
  const style = getComputedStyle(frame)
  const lines = 1 + subtitleLines(pen, caption, style, box.width).length + legendLines(pen, caption, style, box.width)
  canvas.width = Math.round((box.width + 2 * margin) * scale)
  canvas.height = Math.round((box.height + 2 * margin + lines * lineHeight) * scale)
  pen.scale(scale, scale)
  pen.fillStyle = style.getPropertyValue('--sp-card')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  drawCaption(pen, caption, style, box.width)
  pen.translate(margin, margin + lines * lineHeight)
  pen.drawImage(image, 0, 0, box.width, box.height)
  drawPage(pen, frame, box)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('PNG encoding failed')
  download(name, png)
}

/** A chart is drawn once it's near the window. */
async function untilDrawn(place: HTMLElement): Promise<void> {
  if (place.querySelector('svg')) return
  place.scrollIntoView({ block: 'nearest' })
  for (let waited = 0; waited < maxDrawingMs && !place.querySelector('svg'); waited += drawingStepMs)
    await new Promise((resolve) => setTimeout(resolve, drawingStepMs))
}

/** Points and labels that aren't part of the SVG image. */
function drawPage(pen: CanvasRenderingContext2D, frame: Element, box: DOMRect): void {
  for (const points of frame.querySelectorAll('canvas')) {
    const { left, top, width, height } = points.getBoundingClientRect()
    pen.drawImage(points, left - box.left, top - box.top, width, height)
  }
  pen.textAlign = 'right'
  pen.textBaseline = 'middle'
  for (const label of frame.querySelectorAll('li')) {
    const { right, top, height } = label.getBoundingClientRect()
    pen.fillStyle = getComputedStyle(label).color
    pen.fillText(label.textContent, right - box.left, top - box.top + height / 2)
  }
}

const sampleWidth = 18
const gap = 20
const small = ({ fontFamily }: CSSStyleDeclaration) => `400 12px ${fontFamily}`

/** The subtitle in lines that fit. */
function subtitleLines(
  pen: CanvasRenderingContext2D,
  { subtitle }: Caption,
  style: CSSStyleDeclaration,
  width: number,
) {
  pen.font = small(style)
  const lines: string[] = []
  let line = ''
  for (const word of subtitle.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && pen.measureText(longer).width > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** Where each entry of the legend begins. */
function placesOf(pen: CanvasRenderingContext2D, { legend }: Caption, style: CSSStyleDeclaration, width: number) {
  pen.font = small(style)
  let x = 0
  let line = 0
  return legend.map((entry) => {
    const length = sampleWidth + 6 + pen.measureText(entry.label).width
    if (x > 0 && x + length > width) {
      x = 0
      line++
    }
    const place = { entry, x: margin + x, line }
    x += length + gap
    return place
  })
}

function legendLines(...args: Parameters<typeof placesOf>): number {
  return (placesOf(...args).at(-1)?.line ?? -1) + 1
}

function drawCaption(pen: CanvasRenderingContext2D, caption: Caption, style: CSSStyleDeclaration, width: number): void {
  const text = getComputedStyle(document.body).color
  pen.fillStyle = text
  pen.textBaseline = 'middle'
  pen.font = `600 15px ${style.fontFamily}`
  pen.fillText(caption.title, margin, margin + lineHeight / 2)
  pen.font = small(style)
  const subtitle = subtitleLines(pen, caption, style, width)
  // a single word that is too long is squeezed
  subtitle.forEach((words, i) => pen.fillText(words, margin, margin + (i + 1.5) * lineHeight, width))
  for (const { entry, x, line } of placesOf(pen, caption, style, width)) {
    const y = margin + (line + subtitle.length + 1.5) * lineHeight
    const colour = style.getPropertyValue(entry.variable)
    if (entry.shade) {
      pen.globalAlpha = 0.3
      pen.fillStyle = colour
      pen.fillRect(x, y - 4, sampleWidth, 8)
      pen.globalAlpha = 1
    } else if (entry.mark === undefined) drawLine(pen, x, y, colour, entry.dashes ?? '')
    else {
      pen.fillStyle = colour
      pen.beginPath()
      shape(pen, entry.mark, x + sampleWidth / 2, y, 4.5)
      pen.fill()
    }
    pen.fillStyle = text
    pen.fillText(entry.label, x + sampleWidth + 6, y)
  }
}

function drawLine(pen: CanvasRenderingContext2D, x: number, y: number, colour: string, dashes: string): void {
  pen.strokeStyle = colour
  pen.lineWidth = 2
  pen.setLineDash(dashes ? dashes.split(' ').map(Number) : [])
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x + sampleWidth, y)
  pen.stroke()
}

const paintProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'text-anchor',
  'font-size',
  'font-family',
  'font-weight',
] as const

/** A copy as large as the box, with its styles as attributes, because the page's style sheets don't apply inside an image. */
function withStyles(chart: SVGSVGElement, box: DOMRect): SVGSVGElement {
  const { left, top } = chart.getBoundingClientRect()
  const copy = chart.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('the copy is not an SVG element')
  const originals = chart.querySelectorAll('*')
  copy.querySelectorAll('*').forEach((element, i) => {
    const original = originals[i]
    if (!original || !(element instanceof SVGElement)) return
    const style = getComputedStyle(original)
    for (const name of paintProperties) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('style')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  copy.setAttribute('viewBox', `${box.left - left} ${box.top - top} ${box.width} ${box.height}`)
  copy.removeAttribute('style')
  return copy
}

async function imageOf(chart: SVGSVGElement): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(chart)], { type: 'image/svg+xml;charset=utf-8' }),
  )
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}
