/** Where charts draw within their frames, in pixels. All have the same, so that times line up from chart to chart. */
export const plotFrame = {
  /** Of the labels of the value axis, next to the plot. */
  left: 56,
  right: 8,
  top: 8,
  /** Below the labels of the axis. */
  bottom: 12,
  /** The height of the labels of the axis. */
  labels: 20,
} as const
