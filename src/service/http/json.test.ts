import { expect, test } from 'vitest'
import { testService } from '../test/service.ts'

const nested = (levels: number, inside = '1') => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`
const json = (body: string) => ({ body, headers: { 'Content-Type': 'application/json' } })

test('JSON that is nested too deeply is refused', async () => {
  const { call } = await testService()
  for (const body of [nested(33), nested(100_000), `{"a":`.repeat(40_000)]) {
    expect(await call('POST', '/sites', json(body))).toMatchObject({
      status: 400,
      body: { error: 'The JSON is nested too deeply.' },
    })
  }
})

test('brackets in a string are no nesting', async () => {
  const { call } = await testService()
  const body = JSON.stringify({ host: 'deep.example', note: '[{"\\'.repeat(100) })
  expect(await call('POST', '/sites', json(body))).toMatchObject({ status: 200 })
})
