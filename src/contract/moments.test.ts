import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { midnight, moment, momentOf } from './moments.ts'

const march = Date.UTC(2026, 2, 1)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each<[string | number, number]>([
  ['2026-03-01', march],
  ['2026-03-01T00:00', march],
  ['2026-03-01T00:00:00', march],
  ['2026-03-01T00:00:00Z', march],
  ['2026-03-01t00:00:00z', march],
  ['2026-03-01 00:00:00', march],
  ['2026-03-01T12:30:15.5Z', march + 12.5 * hour + 15_500],
  ['2026-03-01T12:30:15,25Z', march + 12.5 * hour + 15_250],
  ['2026-03-01T00:00:00.123456789Z', march + 123],
  ['2026-03-01T24:00:00Z', march + day],
  ['2026-03-01T24:00', march + day],
  ['2026-02-28T24:00:00.000+00:00', march],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['0001-01-01T00:00:00Z', -62_135_596_800_000],
  ['0099-12-31', midnight(99, 12, 31) ?? Number.NaN],
  // zones, with a plus that a query turned into a space
  ['2026-03-01T00:00:00+01:00', march - hour],
  ['2026-03-01T00:00:00 01:00', march - hour],
  ['2026-03-01T00:00:00+0530', march - 5.5 * hour],
  ['2026-03-01T00:00:00 0530', march - 5.5 * hour],
  ['2026-03-01 00:00:00+00', march],
  ['2026-03-01 00:00:00 00', march],
  ['2026-03-01 00:00:00.5 05', march - 5 * hour + 500],
  ['2026-03-01 00:00:00 +0100', march - hour],
  ['2026-03-01 00:00:00  0100', march - hour],
  ['2026-03-01 00:00:00 -0100', march + hour],
  ['2026-03-01T00:00:00-05:00', march + 5 * hour],
  ['2026-03-01T00:00:00-00:00', march],
  ['2026-03-01T00:00:00+14:00', march - 14 * hour],
  ['2026-03-01T00:00:00-14:00', march + 14 * hour],
  ['2026-03-01T00:00-03:30', march + 210 * minute],
  // what JavaScript writes
  ['Sun Mar 01 2026 00:00:00 GMT+0100 (CET)', march - hour],
  ['Sun Mar 01 2026 00:00:00 GMT 0100 (CET)', march - hour],
  ['Sun Mar 01 2026 00:00:00 GMT+0100', march - hour],
  ['Sun Mar 01 2026 00:00:00 GMT 0100', march - hour],
  ['Sun Mar 01 2026 00:00:00 GMT-0330 (Newfoundland Standard Time)', march + 210 * minute],
  ['Sun Mar 01 2026 00:00:00 GMT 0300 (GMT 03:00)', march - 3 * hour],
  ['Sun Mar 01 2026 00:00:00 GMT+0100 (Mitteleuropäische Normalzeit)', march - hour],
  ['Sun Mar 01 2026 00:00:00 GMT+0000 (Coordinated Universal Time)', march],
  ['Sun Mar 01 2026 00:00:00 GMT', march],
  ['Sun, 01 Mar 2026 00:00:00 GMT', march],
  // UNIX milliseconds
  [march, march],
  [String(march), march],
  [` ${march} `, march],
  [0, 0],
  ['0', 0],
  ['-0', 0],
  ['-1000', -1000],
  ['20261301', 20_261_301],
  ['10000000000', 1e10],
  [8.64e15, 8.64e15],
])('%j is the right moment', (value, at) => {
  expect(momentOf(value)).toBe(at)
})

test.each<[string | number]>([
  [''],
  [' '],
  ['now'],
  ['monitor 7'],
  ['7 days ago'],
  ['2026'.repeat(5)],
  // as ms they would be in 1970, but something else is meant
  ['2026'],
  ['20260301'],
  ['1772323200'],
  [1_772_323_200],
  ['1e12'],
  ['1772323200000.5'],
  [1_772_323_200_000.5],
  [8.64e15 + 2],
  ['8640000000000001'],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  // days and times that don't exist
  ['2026-02-29'],
  ['2026-02-30'],
  ['2026-02-30T00:00:00Z'],
  ['2026-04-31'],
  ['2026-13-01'],
  ['2026-00-10'],
  ['2026-03-00'],
  ['1900-02-29'],
  ['2026-03-01T24:00:01'],
  ['2026-03-01T24:01'],
  ['2026-03-01T24:00:00.001'],
  ['2026-03-01T25:00'],
  ['2026-03-01T00:60'],
  ['2026-03-01T23:59:60Z'],
  ['2026-03-01T00:00:00+14:01'],
  ['2026-03-01T00:00:00-15:00'],
  ['2026-03-01T00:00:00+01:60'],
  ['2026-03-01T00:00:00+99:99'],
  // other forms, which would have to be guessed
  ['2026-03'],
  ['2026-3-1'],
  ['26-03-01'],
  ['2026/03/01'],
  ['01.03.2026'],
  ['03/04/2026'],
  ['1 March 2026'],
  ['Mar 1, 2026'],
  ['2026-W09-7'],
  ['2026-060'],
  ['20260301T000000Z'],
  ['2026-03-01T'],
  ['2026-03-01Z'],
  ['2026-03-01+01:00'],
  ['2026-03-01T00'],
  ['2026-03-01T0:00'],
  ['2026-03-01T00:00:00.'],
  ['2026-03-01T00:00:00 CET'],
  ['2026-03-01T00:00:00 PST'],
  ['2026-03-01T00:00:00Z+01:00'],
  ['2026-03-01T00:00:00Z[UTC]'],
  ['2026-03-01T00:00:00\u2212 01:00'],
  ['2026-03-01  00:00'],
  ['2026-03-01T00:00:00Z 2'],
  ['+275760-09-13T00:00:00Z'],
  ['-000001-01-01T00:00:00Z'],
  ['٢٠٢٦-٠٣-٠١'],
  // a weekday that isn't the date's, and texts cut short
  ['Mon Mar 01 2026 00:00:00 GMT+0100 (CET)'],
  ['Mon, 01 Mar 2026 00:00:00 GMT'],
  ['Sun Feb 29 2026 00:00:00 GMT+0000'],
  ['Mon Mar 00 2026 00:00:00 GMT+0000'],
  ['Sun Mar 01 2026'],
  ['Sun Mar 01 2026 00:00:00'],
  ['Sun Mar 01 2026 24:00:00 GMT+0000'],
  ['Sun Mar 01 2026 00:00:60 GMT+0000'],
  ['Sun Mar 01 2026 00:00:00 GMT+1500'],
  ['Sun Mar 01 2026 00:00:00 GMT+0100 (CET'],
  ['Sun Mär 01 2026 00:00:00 GMT+0100'],
  ['Sun, 01 Mar 2026 00:00:00 CET'],
  ['Sun, 01 Mar 2026 00:00:00'],
  ['Sun, 1 Mar 2026 00:00:00 GMT'],
  ['Sunday, 01-Mar-26 00:00:00 GMT'],
  ['Invalid Date'],
])('%j is none', (value) => {
  expect(momentOf(value)).toBeUndefined()
  expect(moment.safeParse(value).success).toBe(false)
})

describe('in any zone of the machine', () => {
  const { TZ } = process.env
  afterEach(() => {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  })

  // zones of whole hours and others, on both halves of the earth, with nights on which the clocks change
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/Santiago']
  // before that, JavaScript's text leaves out the seconds of some zones
  const at = fc.integer({ min: Date.UTC(1972, 6), max: Date.UTC(9999, 11, 30) })

  test.each(zones)('%s: what JavaScript writes is read as it was', (zone) => {
    process.env['TZ'] = zone
    expect(new Date(march).toString().includes('GMT+0000')).toBe(zone === 'UTC')
    fc.assert(
      fc.property(at, (ms) => {
        const date = new Date(ms)
        const whole = ms - (ms % 1000)
        expect(momentOf(date.toISOString())).toBe(ms)
        expect(momentOf(date.toISOString().replace('Z', ''))).toBe(ms)
        expect(momentOf(date.toISOString().slice(0, 10))).toBe(ms - (ms % day))
        expect(momentOf(date.toString())).toBe(whole)
        expect(momentOf(date.toString().replaceAll('+', ' '))).toBe(whole)
        expect(momentOf(date.toUTCString())).toBe(whole)
        expect(momentOf(String(ms))).toBe(ms)
      }),
      { numRuns: 300 },
    )
  })

  test.each(zones)('%s: what is read is what the text says, or nothing', (zone) => {
    process.env['TZ'] = zone
    const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
    const text = fc.tuple(two(99), two(14), two(33), two(25), two(61), fc.constantFrom('+', ' ', '-'), two(15))
    fc.assert(
      fc.property(text, ([year, month, date, h, m, sign, zoneHour]) => {
        const read = momentOf(`20${year}-${month}-${date}T${h}:${m}${sign}${zoneHour}:00`)
        if (read === undefined) return
        const local = new Date(read + (sign === '-' ? -1 : 1) * Number(zoneHour) * hour)
        const isDayEnd = h === '24'
        const shown = new Date(local.getTime() - (isDayEnd ? day : 0)).toISOString().slice(0, 16)
        expect(shown).toBe(`20${year}-${month}-${date}T${isDayEnd ? '00' : h}:${m}`)
      }),
      { numRuns: 500 },
    )
  })
})
