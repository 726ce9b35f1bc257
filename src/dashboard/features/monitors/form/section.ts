import type { Kind, Capabilities } from '../reads.ts'
import type { Draft } from './draft.ts'

/** The props of each section of the form. */
export interface SectionProps {
  kind: Kind
  /** An existing monitor is edited, rather than new ones created. */
  isEdit?: boolean
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  /** By path in the body. */
  errors: Readonly<Record<string, string>>
  /** An address that could be measured. */
  example: string
  /** Null if the service doesn't report what it offers. */
  offer: Capabilities | null
}
