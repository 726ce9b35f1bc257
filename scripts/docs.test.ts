import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { limitsDocument, settingsDocuments, withLimits, withSettings } from './settings-table.ts'
import { root } from './tools.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the limits and quotas in the operations guide match the output of npm run settings-table', () => {
  const text = read(limitsDocument)
  expect(withLimits(text)).toBe(text)
})

test.each(settingsDocuments)('the settings in %s match the output of npm run settings-table', (path) => {
  expect(withSettings(read(path))).toBe(read(path))
})

/** Every file of the checkout, except installed, built and data files. */
const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !/^(\.git|node_modules|dist|lib|data|test-results|playwright-report)$/.test(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true })
          .filter((found) => found.isFile())
          .map((found) => join(found.parentPath, found.name).slice(root.length + 1))
      : [entry.name],
  )
  .map((file) => file.replaceAll('\\', '/'))
const folders = new Set(files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))))
const documents = files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file))
/** The documents that describe the current state. A changelog also names files that have moved since. */
const presentDocuments = documents.filter((file) => file !== 'CHANGELOG.md')

test.each(documents)('%s only names commands that package.json has', (path) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [, name = ''] of read(path).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g))
    expect(Object.keys(scripts)).toContain(name)
})

/** Matches source files, by their full path or its end, and folders of the checkout. */
const isPath = (text: string) =>
  /^[\w.@-]+(\/[\w.@-]+)*\.(tsx?|css|md|html|ya?ml)$/.test(text) ||
  /^(src|e2e|docs|scripts|bench|public)\/[\w./@-]*$/.test(text)
/** Readers replace `NAME` with a name of their own. */
const isPlaceholder = (text: string) => text.includes('NAME')

function exists(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  return folders.has(plain) || files.some((file) => file === plain || file.endsWith(`/${plain}`))
}

test.each(presentDocuments)('%s only names files that exist', (document) => {
  const text = read(document)
  const quoted = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const inCommands = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, code = '']) => code.split(/\s+/))
  const named = [...quoted, ...inCommands.filter((word) => word.includes('/'))]
  expect(named.filter((word) => isPath(word) && !isPlaceholder(word) && !exists(word))).toEqual([])
})

/** A heading's anchor, as the common hosts generate it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
const anchorsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text))

test.each(documents)('%s only has links that work', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? document : normalize(join(dirname(document), path)).replaceAll('\\', '/')
    if (!files.includes(target) && !folders.has(target)) return true
    return anchor !== undefined && !anchorsOf(target).includes(anchor)
  })
  expect(broken).toEqual([])
})

test.each([
  ['An account id', 11],
  ['A sample', 20],
])('architecture: the journey of %s names at most %i files', (title, max) => {
  const [, journey = ''] = new RegExp(`\n### ${title}[^\n]*\n([^]*?)\n##`).exec(read('docs/architecture.md')) ?? []
  const steps = [...journey.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
  expect(steps.length).toBeGreaterThan(max / 2)
  expect(steps.length).toBeLessThanOrEqual(max)
  expect(new Set(steps).size).toBe(steps.length)
  expect(steps.filter((file) => !files.includes(file))).toEqual([])
})
