import { download } from '../components/download.ts'

const scale = 2
const margin = 16
const lineHeight = 22

interface Caption {
  readonly title: string
  readonly legend: readonly { readonly label: string; readonly colour: string; readonly dashes: string }[]
}

/** Downloads a chart as a PNG with its title and legend, in the page's current colours. Throws if the browser can't draw it. */
export async function downloadChart(name: string, chart: SVGSVGElement, caption: Caption): Promise<void> {
  const { width, height } = chart.getBoundingClientRect()
  const style = getComputedStyle(chart)
  const background = getComputedStyle(document.body).backgroundColor
  const image = await imageOf(withStyles(chart, width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round((width + 2 * margin) * scale)
  canvas.height = Math.round((height + 2 * margin + 2 * lineHeight) * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('canvas is not available')
  pen.scale(scale, scale)
  pen.fillStyle = background
  pen.fillRect(0, 0, canvas.width, canvas.height)
  drawCaption(pen, caption, style)
  pen.drawImage(image, margin, margin + 2 * lineHeight, width, height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('PNG encoding failed')
  download(name, png)
}

function drawCaption(pen: CanvasRenderingContext2D, { title, legend }: Caption, style: CSSStyleDeclaration): void {
  pen.fillStyle = getComputedStyle(document.body).color
  pen.textBaseline = 'middle'
  pen.font = `600 15px ${style.fontFamily}`
  pen.fillText(title, margin, margin + lineHeight / 2)
  pen.font = `400 12px ${style.fontFamily}`
  let x = margin
  const y = margin + 1.5 * lineHeight
  for (const { label, colour, dashes } of legend) {
    pen.strokeStyle = colour
    pen.lineWidth = 2
    pen.setLineDash(dashes ? dashes.split(' ').map(Number) : [])
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + 18, y)
    pen.stroke()
    pen.fillText(label, x + 24, y)
    x += 24 + pen.measureText(label).width + 20
  }
}

const paintProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
] as const

/** A copy with its styles as attributes, because the page's style sheets don't apply inside an image. */
function withStyles(chart: SVGSVGElement, width: number, height: number): SVGSVGElement {
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
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
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
