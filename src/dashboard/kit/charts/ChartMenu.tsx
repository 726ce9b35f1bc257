import { Button } from '@mantine/core'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import type { RefObject } from 'react'
import { useZone } from '../format/zone.ts'
import { toast } from '../feedback/toast.ts'
import { captionOf, type Subject } from './caption.ts'
import type { LegendEntry } from './chart-image.ts'

interface Props extends Subject {
  /** Without the extension. */
  fileName: string
  title: string
  /** The chart's time axis, UNIX ms. */
  from: number
  to: number
  /** Colours are names of CSS variables. */
  legend: readonly LegendEntry[]
  /** Holds the chart. */
  chart: RefObject<HTMLElement | null>
}

/** Downloads a chart as a PNG that says what it shows. */
export function ImageButton({ fileName, title, legend, chart, ...shown }: Props) {
  const zone = useZone()
  const save = async () => {
    if (!chart.current) return
    try {
      const { downloadChart } = await import('./chart-image.ts')
      await downloadChart(`${fileName}.png`, chart.current, { title, subtitle: captionOf(shown, zone), legend })
    } catch {
      toast('This browser couldn’t create the image.')
    }
  }
  return (
    <Button variant="subtle" onClick={() => void save()}>
      PNG<VisuallyHidden> of {title}</VisuallyHidden>
    </Button>
  )
}
