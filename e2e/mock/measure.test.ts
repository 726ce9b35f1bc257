import { expect, test } from 'vitest'
import { scriptedMeasurement, type Trouble } from './measure.ts'

const at = Date.UTC(2026, 10, 20, 12)
const host = 'www.fjordbikes.example'

const shop = (trouble?: Trouble['kind']) =>
  scriptedMeasurement({
    type: 'WEBPAGE',
    url: `https://${host}/`,
    at,
    view: 'EMPTY',
    screenshots: true,
    ...(trouble && { troubles: new Map([[host, { kind: trouble, since: at }]]) }),
  })

test('a page that answers with an error shows its error page, without the resources of the shop', () => {
  const [good, failed] = [shop(), shop('error')]
  expect(failed.requests.map(({ type, status }) => [type, status])).toEqual([['document', 503]])
  expect(failed.metrics).toMatchObject({ status_code: 503, asset_count: 1, request_errors: 1 })
  const frames = new Set(good.screenshots.map(({ data }) => data))
  // both begin blank
  expect(failed.screenshots.map(({ data }) => frames.has(data))).toEqual([true, false, false])
})
