import { describe, expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

/** Tasks that end when they are told to. */
function tasks() {
  const ends: (() => void)[] = []
  const began: number[] = []
  const task = (n: number) => () => {
    began.push(n)
    return new Promise<number>((resolve) => ends.push(() => resolve(n)))
  }
  return { task, began, ends }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('a few at a time', () => {
  test('no more than that run, and each that ends lets the next one in', async () => {
    const { task, began, ends } = tasks()
    const run = limitConcurrency(2)
    const all = [1, 2, 3, 4].map((n) => run(task(n)))
    await settle()
    expect(began).toEqual([1, 2])
    ends[0]?.()
    await settle()
    expect(began).toEqual([1, 2, 3])
    ends[1]?.()
    await settle()
    ends[2]?.()
    ends[3]?.()
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
  })

  test('a failure frees its place, and one who has left is not served', async () => {
    const run = limitConcurrency(1)
    const left = new AbortController()
    const failing = run(() => Promise.reject(new Error('no')))
    const gone = run(() => Promise.resolve('unwanted'), left.signal)
    left.abort()
    const later = run(() => Promise.resolve('wanted'))
    await expect(failing).rejects.toThrow('no')
    await expect(gone).rejects.toThrow(/abort/i)
    expect(await later).toBe('wanted')
  })
})
