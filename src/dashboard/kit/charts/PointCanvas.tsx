import { useComputedColorScheme } from '@mantine/core'
import { memo, useEffect, useRef } from 'react'
import { drawPoints, type Placed, type PointColours, type Points, type Scale } from './point-layer.ts'
import classes from './PointChart.module.css'

interface Props {
  points: Points
  placed: Placed
  scale: Scale
}

/** How far the canvas extends beyond the plot in pixels, so that points at the edges aren't cut off. */
const bleed = 6

/** Redraws only when its points or scale change, not when the pointer moves. */
export const PointCanvas = memo(function PointCanvas({ points, placed, scale }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme()
  const { width, height } = scale
  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return
    const density = Math.min(2, window.devicePixelRatio)
    canvas.width = Math.round((width + 2 * bleed) * density)
    canvas.height = Math.round((height + 2 * bleed) * density)
    context.setTransform(density, 0, 0, density, bleed * density, bleed * density)
    drawPoints(context, points, placed, scale, coloursOf(canvas))
    // the colours depend on the scheme
  }, [points, placed, scale, width, height, scheme])
  const style = { inset: -bleed, width: width + 2 * bleed, height: height + 2 * bleed }
  return <canvas ref={ref} className={classes.canvas} style={style} />
})

/** Reads the theme's colours, because a canvas can't use CSS variables. */
function coloursOf(canvas: HTMLCanvasElement): PointColours {
  const style = getComputedStyle(canvas)
  const token = (name: string) => style.getPropertyValue(`--sp-${name}`)
  return {
    types: [token('muted'), token('warning'), token('error'), token('critical'), token('muted')],
  }
}
