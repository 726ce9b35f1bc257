import { expect, test } from 'vitest'
import { withUnknownRecords } from './unknown-records.ts'

test('monitors get unknown fields and keep their ids, and other replies stay', async () => {
  const record = { id: 'm1', name: 'Shop', status: 'RUNNING', created_at: '2026-11-21T08:00:00.000Z' }
  const service = withUnknownRecords(() => Response.json({ rows: [record] }))
  const reply = async (path: string) => (await service(new Request(`http://mock.test/api/${path}`), {})).json()
  const { rows } = (await reply('monitors')) as { rows: readonly object[] }
  expect(rows).toEqual([expect.objectContaining({ id: 'm1', label: 'Shop' })])
  expect(rows[0]).not.toHaveProperty('name')
  expect(await reply('incidents')).toEqual({ rows: [record] })
})
