import type { RefObject } from 'react'
import { MoreMenu, type MenuItem } from '../actions/MoreMenu.tsx'
import { toast } from '../feedback/toast.ts'
import { useZone } from '../format/zone.ts'
import { captionOf, type Subject } from './caption.ts'
import type { Values } from './chart-csv.ts'
import type { LegendEntry } from './chart-image.ts'

interface Image extends Subject {
  /** The chart's time axis, UNIX ms. */
  readonly from: number
  readonly to: number
  /** Colours are names of CSS variables. */
  readonly legend: readonly LegendEntry[]
  /** Holds the chart. */
  readonly chart: RefObject<HTMLElement | null>
}

interface Props {
  title: string
  /** Without the extension. */
  fileName: string
  /** What a PNG of the chart says; undefined while the chart isn't drawn. */
  image: Image | undefined
  /** What a CSV has. */
  values?: Values
}

/** What else can be done with a chart: its picture, which says what it shows, and its values as files. */
export function ChartMenu({ title, fileName, image, values }: Props) {
  const zone = useZone()
  const items: MenuItem[] = [
    ...(image ? [{ label: 'Download PNG', onSelect: () => void saveImage(image) }] : []),
    ...(values ? [{ label: 'Download CSV', onSelect: () => void saveValues(values) }] : []),
  ]
  const saveImage = async ({ chart, legend, ...shown }: Image) => {
    if (!chart.current) return
    try {
      const { downloadChart } = await import('./chart-image.ts')
      await downloadChart(`${fileName}.png`, chart.current, { title, subtitle: captionOf(shown, zone), legend })
    } catch {
      toast('This browser couldn’t create the image.')
    }
  }
  const saveValues = async (shown: Values) => {
    const { downloadValues } = await import('./chart-csv.ts')
    downloadValues(`${fileName}.csv`, shown)
  }
  return items.length > 0 && <MoreMenu label={`More about ${title}`} items={items} />
}
