import { useQuery } from '@tanstack/react-query'
import { quotasOf } from './quotas.ts'
import type { Scope } from '../../api/scope.ts'
import { bytes, fullNumber } from '../../kit/format/format.ts'
import { planName } from './plans.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { PropertiesTable } from '../../kit/layout/PropertiesTable.tsx'

interface Quota {
  readonly used?: number | null | undefined
  readonly allowed?: number | undefined
}

/** What the account's plan allows and how much of it is in use. Nothing where the service doesn't say. */
export function QuotaPanel({ scope }: { scope: Scope }) {
  const { data: quotas } = useQuery({ ...quotasOf(scope), retry: false })
  if (!quotas) return null
  const facts = [
    { label: 'Sites', quota: quotas.sites },
    { label: 'Monitors and tests', quota: quotas.monitors, note: 'Home-page monitors don’t count.' },
    {
      label: 'Test runs today',
      quota: quotas.runs,
      note: 'A monitor’s “Run now” counts too. The day begins at midnight UTC.',
    },
    {
      label: 'Stored details and screenshots',
      quota: quotas.bytes,
      note: 'The oldest are deleted when it’s full.',
      format: bytes,
    },
    { label: 'Checks at once', quota: quotas.checks, note: 'Further checks wait their turn.' },
  ].flatMap(({ label, quota, note, format }) => {
    const value = textOf(quota, format ?? fullNumber)
    return value === undefined ? [] : [{ label, value, note }]
  })
  if (facts.length === 0) return null
  return (
    <Panel title="Plan" aside={quotas.plan && planName(quotas.plan)}>
      <PropertiesTable facts={facts} />
    </Panel>
  )
}

function textOf(quota: Quota | undefined, format: (value: number) => string): string | undefined {
  if (quota?.allowed === undefined) return undefined
  return typeof quota.used === 'number' ? `${format(quota.used)} of ${format(quota.allowed)}` : format(quota.allowed)
}
