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
  'components/ConnectionName': 'reads the names of connections from the signed-in account',
  'components/QuotaPanel': 'reads the quotas of the signed-in account',
  'components/ThemeToggle': 'shown at the top of the gallery',
  'components/Tip': 'shown by ReasonButton and EventStrip',
  'components/TipBubble': 'part of Tip',
  'components/VisuallyHidden': 'has no look',
  'components/Wait': 'counts down within ErrorState',
  'components/Found': 'mostly heard rather than seen',
  'components/PageBody': 'has no look of its own',
  'components/WhenNear': 'has no look of its own',
  'charts/Band': 'drawn by PointChart',
  'charts/Grid': 'part of TimeChart and PointChart',
  'charts/FailureMarks': 'part of TimeChart',
  'charts/ImageButton': 'part of ChartPanel',
  'charts/PointCanvas': 'drawn by PointChart',
  'charts/PointTip': 'drawn by PointChart',
  'charts/TableButton': 'part of ChartPanel',
  'charts/Zoomed': 'stands beside a zoomed ChartPanel, and reads the address',
}
