import { columns } from './columns.ts'
import type { DatabaseStatus } from './database-status.ts'

const unknown = 'not measured'

/** The status as an operator reads it. */
export function statusText(status: DatabaseStatus): string {
  const { kind, bytes, unused_bytes, by_kind, largest_accounts, growth, disk } = status
  const lines = [
    `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${size(bytes)}${unused_bytes === null ? '' : `, of which ${size(unused_bytes)} are free for new rows`}`,
    '',
    ...columns([
      ['', 'rows', 'size with indexes'],
      ...by_kind.map((row) => [row.kind, number(row.rows), row.bytes === null ? unknown : size(row.bytes)]),
    ]),
  ]
  if (largest_accounts.length > 0)
    lines.push(
      '',
      ...columns([
        ['largest accounts', 'samples', 'details and screenshots', 'all of it, about'],
        ...largest_accounts.map(({ account_id, name, samples, kept_bytes, about_bytes }) => [
          account_id === null ? 'sites without an owner' : `${account_id} ${name ?? ''}`,
          number(samples),
          size(kept_bytes),
          about_bytes === null ? unknown : size(about_bytes),
        ]),
      ]),
    )
  lines.push('', growthText(growth))
  if (disk) lines.push(`Free disk space: ${size(disk.free_bytes)}. ${lastsText(status)}`)
  else lines.push('Free disk space: not known, because the database is on a server.')
  return lines.join('\n')
}

function growthText(growth: DatabaseStatus['growth']): string {
  if (!growth) return 'Growth: not known, because there are no samples of the last days.'
  const { days, samples_per_day, about_bytes_per_day } = growth
  const bytes = about_bytes_per_day === null ? 'bytes not measured' : `about ${size(about_bytes_per_day)}`
  return `Growth in the last ${days} days: ${number(samples_per_day)} samples a day, ${bytes}.`
}

function lastsText({ growth, disk }: DatabaseStatus): string {
  if (!growth || growth.about_bytes_per_day === null) return 'How long it lasts isn’t known.'
  return disk?.about_days == null
    ? 'At this growth it never gets full: before that, retention deletes as much each day as is added.'
    : `At this growth it lasts about ${number(disk.about_days)} days.`
}

const number = (value: number): string => value.toLocaleString('en')

function size(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
