import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { regularExpressionsIn, superlinear } from './regular-expressions.ts'
import { root } from './tools.ts'

/** Of the product: what only tests use reads nothing of strangers. */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test\//.test(file))
  .map((file) => {
    const path = join(root, 'src', file)
    return { file: file.replaceAll('\\', '/'), path, found: regularExpressionsIn(file, readFileSync(path, 'utf8')) }
  })

describe('no regular expression takes more than linear time', () => {
  test('of those written as literals', () => {
    const literals = sources.flatMap(({ file, found }) =>
      found.map(({ line, regex }) => ({ at: `${file}:${line}`, regex })),
    )
    const verdicts = new Map<string, string | undefined>()
    for (const { regex } of literals) {
      const key = String(regex)
      if (regex && !verdicts.has(key)) verdicts.set(key, superlinear(regex))
    }
    expect(verdicts.size).toBeGreaterThan(50)
    const slow = literals.flatMap(({ at, regex }) => {
      const verdict = verdicts.get(String(regex))
      return verdict === undefined ? [] : [`${at} ${String(regex)}: ${verdict}`]
    })
    expect(slow).toEqual([])
  })

  const composing = sources.filter(({ found }) => found.some(({ regex }) => regex === null))

  test.each(composing)('of those composed in $file when it is loaded', async ({ path, found }) => {
    const composed: RegExp[] = []
    vi.stubGlobal(
      'RegExp',
      new Proxy(RegExp, {
        construct(target, [pattern, flags]: [string | RegExp, string?]) {
          const regex = new target(pattern, flags)
          composed.push(regex)
          return regex
        },
      }),
    )
    // other tests may have loaded it already
    await import(`${path}?composed`)
    vi.unstubAllGlobals()
    // other modules that it loads may compose some too
    expect(composed.length).toBeGreaterThanOrEqual(found.filter(({ regex }) => regex === null).length)
    expect(composed.flatMap((regex) => superlinear(regex) ?? [])).toEqual([])
  })
})

describe('finds expressions that take more', () => {
  test.each([
    /^(.*?)\[\](\[.+)$/,
    /(a+)+$/,
    /\s+$/,
    /^\s+|\s+$/g,
    /a.*b/,
    /^[^/?#\s]+\.[^/?#\s]+\//,
    /(\w+)=(\w+);\s*(\w*)$/,
    /^(\d+,)*(\d+,?)*$/,
    /<!--.*?-->/,
    /(x[^]*y){3}z/,
  ])('%s', (regex) => {
    expect(superlinear(regex)).toBeDefined()
  })

  test.each([/^[\w-]+$/, /\{(\w+)\}/g, /:\d+$/, /^(.+)\.([A-Za-z0-9_-]+)$/, /[\p{Cc}]+/gu, /(^|\.)localhost\.?$/i])(
    'and not %s',
    (regex) => {
      expect(superlinear(regex)).toBeUndefined()
    },
  )

  test('in a source file', () => {
    const text = 'const a = /b+/g\nconst c = <p title={`${/d/}`}>{new RegExp("e" + f)}</p>\nRegExp(g)'
    expect(regularExpressionsIn('a.tsx', text)).toEqual([
      { line: 1, regex: /b+/g },
      { line: 2, regex: /d/ },
      { line: 2, regex: null },
      { line: 3, regex: null },
    ])
  })
})
