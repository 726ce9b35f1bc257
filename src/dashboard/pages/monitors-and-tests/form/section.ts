import type { Kind, Capabilities } from '../../../api/monitors.ts'
import type { Draft } from './draft.ts'

/** What every section of the form is given. */
export interface SectionProps {
  kind: Kind
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  /** By the path in the body. */
  errors: Readonly<Record<string, string>>
  /** Null where the service does not tell what it offers. */
  offer: Capabilities | null
}
