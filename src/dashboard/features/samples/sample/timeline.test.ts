import { expect, test } from 'vitest'
import { endOf, filtered, hasFailed, lengthOf, marksOf, segmentsOf, shortUrl, shotAt, totalsOf } from './timeline.ts'

const none = { dns: null, connect: null, tls: null, wait: null, receive: null }
const request = (more: object) => ({
  url: 'https://a.example/x.js',
  method: 'GET',
  type: 'js',
  status: 200,
  protocol: 'h2',
  start: 0,
  end: null,
  bytes: 10,
  error: null,
  ...none,
  ...more,
})

test('phases are laid out backward from the end; the time before them is queueing', () => {
  expect(segmentsOf(request({ start: 100, end: 200, dns: 10, connect: 20, wait: 30, receive: 5 }))).toEqual([
    { phase: 'queued', from: 100, to: 135 },
    { phase: 'dns', from: 135, to: 145 },
    { phase: 'connect', from: 145, to: 165 },
    { phase: 'wait', from: 165, to: 195 },
    { phase: 'receive', from: 195, to: 200 },
  ])
})

test('a connection opened early never starts before 0', () => {
  expect(segmentsOf(request({ start: 0, end: 50, connect: 30, wait: 40 }))).toEqual([
    { phase: 'connect', from: 0, to: 10 },
    { phase: 'wait', from: 10, to: 50 },
  ])
})

test('requests can lack an end or phases', () => {
  expect(endOf(request({ start: 5, wait: 10 }))).toBe(15)
  expect(segmentsOf(request({ start: 5, end: 9 }))).toEqual([{ phase: 'queued', from: 5, to: 9 }])
  expect(segmentsOf(request({ start: 5 }))).toEqual([])
  expect(endOf(request({ start: 5 }))).toBe(5)
})

test('requests, bytes and failures are added up by type', () => {
  const all = [
    request({ type: 'image', bytes: 500 }),
    request({ status: 404 }),
    request({ error: 'net::ERR', status: null }),
  ]
  expect(totalsOf(all)).toEqual([
    { type: 'image', count: 1, bytes: 500, failed: 0 },
    { type: 'js', count: 2, bytes: 20, failed: 2 },
  ])
  expect(hasFailed(request({ status: 304 }))).toBe(false)
})

test('the axis ends with the last request, mark or screenshot', () => {
  const marks = marksOf({ first_paint: 40, time_to_display: null, load: 90 })
  expect(marks).toEqual([
    { name: 'first paint', at: 40 },
    { name: 'load', at: 90 },
  ])
  expect(lengthOf([request({ end: 50 })], marks, [{ at: 120 }])).toBe(120)
  expect(lengthOf([], [], [])).toBe(1)
})

test('requests are filtered by type and by part of the address', () => {
  const all = [request({}), request({ url: 'https://cdn.example/Logo.png', type: 'image' })]
  expect(filtered(all, { type: '', text: 'logo' })).toHaveLength(1)
  expect(filtered(all, { type: 'js', text: '' })).toHaveLength(1)
  expect(filtered(all, { type: 'js', text: 'logo' })).toHaveLength(0)
})

test('addresses on the page’s own host are shortened to their paths', () => {
  expect(shortUrl('https://a.example/x?y=1', 'https://a.example/')).toBe('/x?y=1')
  expect(shortUrl('https://cdn.example/x', 'https://a.example/')).toBe('cdn.example/x')
  expect(shortUrl('data:nothing', undefined)).toBe('nothing')
})

test('the visible screenshot is the last one taken by then', () => {
  const shots = [{ at: 0 }, { at: 500 }]
  expect(shotAt(shots, 499)).toEqual({ at: 0 })
  expect(shotAt(shots, 500)).toEqual({ at: 500 })
  expect(shotAt([{ at: 10 }], 5)).toBeUndefined()
})
