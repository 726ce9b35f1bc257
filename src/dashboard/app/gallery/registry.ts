import { actions } from './actions.tsx'
import { charts } from './charts.tsx'
import { choices } from './choices.tsx'
import { dialogs } from './dialogs.tsx'
import { feedback } from './feedback.tsx'
import { forms } from './forms.tsx'
import { marks } from './marks.tsx'
import { reading } from './reading.tsx'
import { results } from './results.tsx'
import { layout } from './layout.tsx'
import type { Group } from './specimen.tsx'
import { tables } from './tables.tsx'
import { values } from './values.tsx'

/** Every section of the gallery, in order. */
export const groups: readonly Group[] = [
  layout,
  marks,
  values,
  actions,
  dialogs,
  choices,
  forms,
  feedback,
  reading,
  tables,
  charts,
  results,
]

/** Components without a section of their own, and why. */
export const withoutSection: Readonly<Record<string, string>> = {
  'kit/choices/Controls': 'shows what a page puts in it',
  'kit/choices/ControlSheet': 'holds Controls on a phone',
  'kit/preferences/ThemeToggle': 'shown at the top of the gallery',
  'kit/feedback/Tip': 'shown by ReasonButton and EventStrip',
  'kit/feedback/TipBubble': 'part of Tip',
  'kit/layout/VisuallyHidden': 'has no look',
  'kit/feedback/RetryCountdown': 'counts down within ErrorState',
  'kit/reading/Found': 'mostly heard rather than seen',
  'kit/layout/PageBody': 'has no look of its own',
  'kit/layout/WhenNear': 'has no look of its own',
  'kit/charts/Band': 'drawn by PointChart',
  'kit/charts/Grid': 'part of TimeChart and PointChart',
  'kit/charts/FailureMarks': 'part of TimeChart',
  'kit/charts/ImageButton': 'part of ChartPanel',
  'kit/charts/PointCanvas': 'drawn by PointChart',
  'kit/charts/PointTip': 'drawn by PointChart',
  'kit/charts/TableButton': 'part of ChartPanel',
  'kit/ranges/Zoomed': 'stands beside a zoomed ChartPanel, and reads the address',
}
