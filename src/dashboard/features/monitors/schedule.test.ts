import { expect, test } from 'vitest'
import { intervalWords, samplesADay, scheduleWords } from './schedule.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [6, '6 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
  [360, '6 h'],
  [1440, '24 h'],
  [10_080, '7 days'],
])('%d minutes are %s', (minutes, words) => {
  expect(plain(intervalWords(minutes))).toBe(words)
})

test.each([
  ['monitor', { interval: 360 }, 'every 6 h'],
  ['monitor', { interval: 60 }, 'every hour'],
  ['monitor', {}, 'not reported'],
  ['test', {}, 'once'],
  ['test', { run_times: 3 }, '3 rounds, back to back'],
  ['test', { duration: 120, interval: 10 }, 'for 2 h, every 10 min'],
  ['test', { run_times: 3, duration: 60, interval: 10 }, '3 rounds or 1 h, every 10 min'],
] as const)('a %s with %j runs %s', (kind, timing, words) => {
  expect(plain(scheduleWords({ interval: null, duration: null, run_times: null, ...timing }, kind))).toBe(words)
})

test.each([
  [8, 15, 768],
  [2, 7, 411],
  [2, Number.NaN, undefined],
  [2, 0, undefined],
])('%d samples every %d minutes are %s a day', (perRound, interval, total) => {
  expect(samplesADay(perRound, interval)).toBe(total)
})
