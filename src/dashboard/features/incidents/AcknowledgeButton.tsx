import { useState } from 'react'
import type { IncidentRecord } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { SteadyLabel } from '../../kit/actions/SteadyLabel.tsx'
import { kindInWords } from './incident-facts.tsx'
import { acknowledge } from './reads.ts'

const labels = ['Acknowledge', 'Take back'] as const

interface Props {
  scope: Scope
  incident: IncidentRecord
  /** Null once it is tried again. */
  onError: (error: unknown) => void
}

/** Says that somebody looks into an incident, so that alerts report its end only, or takes that back. */
export function AcknowledgeButton({ scope, incident, onError }: Props) {
  const [busy, setBusy] = useState(false)
  const isNew = incident.acknowledged_at === null
  const change = async () => {
    setBusy(true)
    onError(null)
    try {
      await acknowledge(scope, incident.id, isNew)
    } catch (error) {
      onError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ReasonButton
      does="incidents.acknowledge"
      variant="default"
      loading={busy}
      aria-label={`${isNew ? 'Acknowledge' : 'Take back acknowledgement of'} ${kindInWords(scope, incident)}: ${incident.host}`}
      onClick={() => void change()}
    >
      <SteadyLabel of={labels} shown={isNew ? 'Acknowledge' : 'Take back'} />
    </ReasonButton>
  )
}
