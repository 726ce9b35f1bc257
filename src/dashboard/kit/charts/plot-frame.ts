/** Where charts draw within their frames, in pixels. All have the same, so that times line up from chart to chart. */
export const plotFrame = {
  /** Of the labels of the value axis, next to the plot. */
  left: 56,
  right: 8,
  /** Room for the name of what is shaded. */
  top: 18,
  /** Below the labels of the axis. */
  bottom: 12,
  /** The height of the labels of the axis. */
  labels: 20,
} as const

/** A lane of a chart: its name, the bars below it, and the space to the next lane, in pixels. */
export const laneFrame = { name: 18, bars: 20, gap: 8 } as const

/** How high a chart with so many lanes is, in pixels. */
export function heightOfLanes(count: number): number {
  const { name, bars, gap } = laneFrame
  return plotFrame.top + Math.max(1, count) * (name + bars + gap) + plotFrame.labels + plotFrame.bottom
}
