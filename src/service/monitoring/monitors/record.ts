import type { MonitorRecord, SampleSummary } from '../../../contract/index.ts'
import type { Monitor } from '../../database/index.ts'
import { limitsOf } from './limits-of.ts'
import { readSpec } from './rules.ts'

/** A monitor or test as the API returns it. The password and the values of secret headers read back as null. */
export function monitorRecordOf(row: Monitor): MonitorRecord {
  const spec = readSpec(row)
  return {
    id: row.id,
    site_id: row.site_id,
    user_id: row.account_id,
    name: row.name,
    template_type: spec.template_type,
    type: row.type,
    status: row.status,
    suspended_message: row.suspended_message,
    constants: {
      ...spec.constants,
      ...(row.type === 'WEBPAGE' && { device: spec.constants.device ?? 'DESKTOP' }),
      password: null,
    },
    variables: spec.variables,
    timing: spec.timing,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    last_sample: row.last_sample === null ? null : (JSON.parse(row.last_sample) as SampleSummary),
    next_round_at:
      row.next_due_at === null || row.status !== 'RUNNING' ? null : new Date(row.next_due_at).toISOString(),
    ...(row.kind === 'monitor' && {
      limits: limitsOf(row),
    }),
  }
}
