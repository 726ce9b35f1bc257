import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { accepts } from './accepts.ts'
import { anyCase, id, text } from './fields.ts'
import { monitorRecord } from './monitor-record.ts'
import { usageRecord } from './optimizer.ts'

const point = z.tuple([z.number(), z.number()])
const record = z.looseObject({ id, name: z.optional(z.string()), seen: z.nullable(z.boolean()) })

describe('what it accepts is parsed into an equal value', () => {
  test.each<[string, z.core.$ZodType, unknown]>([
    ['a number', z.number(), -1.5],
    ['a whole number', z.int(), 7],
    ['text with checks', id, 'x'],
    ['one of some words', z.enum(['up', 'down']), 'up'],
    ['one of some types', z.union([z.string(), z.number()]), 5],
    ['anything', z.unknown(), { a: [null] }],
    ['null', z.nullable(z.string()), null],
    ['what is missing', z.optional(z.string()), undefined],
    [
      'lists in lists',
      z.array(point),
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['an object with unknown fields', record, { id: 'a', seen: null, more: { b: 1 } }],
    ['a record', z.record(z.string(), z.nullable(z.number())), { a: 1, b: null }],
    [
      'traffic',
      usageRecord,
      usage([
        [0, 4],
        [300_000, 0.25],
      ]),
    ],
  ])('%s', (_, schema, value) => {
    expect(accepts(schema, value)).toBe(true)
    expect(z.parse(schema, value)).toEqual(value)
  })
})

describe('it leaves to parsing', () => {
  test.each<[string, z.core.$ZodType, unknown]>([
    ['text for a number', z.number(), '5'],
    ['a number that is too large for JavaScript', z.number(), JSON.parse('1e999')],
    ['a fraction for a whole number', z.int(), 1.5],
    ['a number that would be converted', z.coerce.number(), '5'],
    ['text that would be trimmed', text(10), ' a '],
    ['text that is too short', id, ''],
    ['words in another case', anyCase(['GET', 'PUT']), 'get'],
    ['an unknown word', z.enum(['up', 'down']), 'left'],
    ['null', z.string(), null],
    ['a missing field', record, { id: 'a' }],
    ['a missing field of any type', z.looseObject({ detail: z.unknown() }), {}],
    ['a missing field that has a default', z.looseObject({ size: z._default(z.number(), 1) }), {}],
    ['a missing field that may be missing and has a default', z.optional(z._default(z.number(), 1)), undefined],
    ['a field that would be dropped', z.object({ a: z.number() }), { a: 1, b: 2 }],
    ['a list for an object', record, []],
    ['an object for a list', z.array(point), {}],
    ['a point of three numbers', z.array(point), [[1, 2, 3]]],
    ['a point of one number', z.array(point), [[1]]],
    ['a list with checks', z.array(z.number()).check(z.maxLength(1)), [1, 2]],
    ['a record whose keys have checks', z.record(id, z.number()), { '': 1 }],
    ['a record with a wrong value', z.record(z.string(), z.number()), { a: '1' }],
    ['an object with a prototype', record, JSON.parse('{"id":"a","seen":true,"__proto__":{"name":"b"}}')],
    ['traffic with a word in a point', usageRecord, usage([[0, 'many']])],
    ['a monitor of another service', monitorRecord, { _id: 7 }],
  ])('%s', (_, schema, value) => {
    expect(accepts(schema, value)).toBe(false)
  })
})

function usage(data: unknown): unknown {
  const traffic = { numOfReq: 1, GBS: 0.5 }
  return {
    site: 'www.example',
    status: 'active',
    metrics: { traffic: { Origin: traffic, Service: traffic } },
    usage: [{ title: 'Service Request', data }],
  }
}
