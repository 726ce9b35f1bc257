import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dark, light } from '../src/dashboard/kit/theme/colours.ts'
import * as shared from '../src/shared/colours.ts'

const dashboard = join(import.meta.dirname, '../src/dashboard')

/** Every style sheet and module of the dashboard: its path and its text. */
const sources = readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:css|tsx?)$/.test(path))
  .map((path) => [path, readFileSync(join(dashboard, path), 'utf8')] as const)

test('every variable that is used is one of the theme', () => {
  const theme = sources.find(([path]) => path.endsWith('theme.ts'))?.[1] ?? ''
  const known = new Set([
    ...Object.keys(light).map((name) => `--sp-${name}`),
    ...sources.flatMap(([, text]) =>
      [...text.matchAll(/['\s](--sp-[\w-]+)'?:|setProperty\('(--sp-[\w-]+)'/g)].map(
        ([, name, set]) => name ?? set ?? '',
      ),
    ),
    ...[...theme.matchAll(/'(--sp-[\w-]+)'/g)].map(([, name = '']) => name),
  ])
  const unknown = sources.flatMap(([path, text]) =>
    [...text.matchAll(/var\((--sp-[\w-]*\w)[),\s]/g)]
      .map(([, name = '']) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(sources.length).toBeGreaterThan(300)
  expect(unknown).toEqual([])
})

test('no other file writes a colour', () => {
  const written = sources
    .filter(([path]) => !/(?:colours?[\w-]*|[\w-]+\.test)\.tsx?$/.test(path))
    .flatMap(([path, text]) => (/#[\da-f]{6}\b|\b(?:rgb|hsl|oklch)a?\(/i.test(text) ? [path] : []))
  expect(written).toEqual([])
})

test('what the service and the edge write themselves has the colours of the dashboard', () => {
  expect(light).toMatchObject(shared.light)
  expect(dark).toMatchObject(shared.dark)
})

// on the page that is opened first, no other page has loaded them
test('every module that draws a component of Mantine loads its sheet', () => {
  const sheetsIn = (text: string) => [...text.matchAll(/'@mantine\/core\/styles\/(\w+)\.css'/g)].map(([, name]) => name)
  const first = sheetsIn(sources.find(([path]) => path.endsWith('mantine-styles.ts'))?.[1] ?? '')
  const drawn = sources.flatMap(([path, text]) => {
    if (path.endsWith('.test.tsx')) return []
    const loaded = new Set([...first, ...sheetsIn(text)])
    const names = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(
      ([, list = '']) => list.match(/\w+/g) ?? [],
    )
    return names
      .filter((name) => existsSync(join('node_modules/@mantine/core/styles', `${name}.css`)))
      .map((name) => ({ path, name, isLoaded: loaded.has(name) }))
  })
  expect(drawn.length).toBeGreaterThan(50)
  expect(drawn.filter(({ isLoaded }) => !isLoaded)).toEqual([])
})
