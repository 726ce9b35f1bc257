import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { settingsDocuments, withSettings } from './settings-table.ts'
import { root } from './tools.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test.each(settingsDocuments)('the settings in %s are what npm run settings-table makes', (path) => {
  expect(withSettings(read(path))).toBe(read(path))
})

/** Every file of the checkout, without what is installed, built or kept there. */
const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !/^(\.git|node_modules|dist|data|test-results|playwright-report)$/.test(name))
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
/** What was there at the time: a changelog also names what has moved since. */
const presentDocuments = documents.filter((file) => file !== 'CHANGELOG.md')

test.each(documents)('%s names commands of package.json only', (path) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [, name = ''] of read(path).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g))
    expect(Object.keys(scripts)).toContain(name)
})

/** Source files, by their path or the end of it; and folders below one of the checkout's. */
const isPath = (text: string) =>
  /^[\w.@-]+(\/[\w.@-]+)*\.(tsx?|css|md|html|ya?ml)$/.test(text) ||
  /^(src|e2e|docs|scripts|bench|public)\/[\w./@-]*$/.test(text)
/** `NAME` stands for whatever the reader puts there. */
const isPlaceholder = (text: string) => text.includes('NAME')

function exists(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  return folders.has(plain) || files.some((file) => file === plain || file.endsWith(`/${plain}`))
}

test.each(presentDocuments)('%s names files that are there', (document) => {
  const text = read(document)
  const quoted = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const inCommands = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, code = '']) => code.split(/\s+/))
  const named = [...quoted, ...inCommands.filter((word) => word.includes('/'))]
  expect(named.filter((word) => isPath(word) && !isPlaceholder(word) && !exists(word))).toEqual([])
})

/** A heading's address, as the common hosts make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
const anchorsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text))

test.each(documents)('%s links to what is there', (document) => {
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
  ['An account id', 10],
  ['A sample', 20],
])('architecture: the journey of %s names at most %i files', (title, max) => {
  const [, journey = ''] = new RegExp(`\n### ${title}[^\n]*\n([^]*?)\n##`).exec(read('docs/architecture.md')) ?? []
  const steps = [...journey.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
  expect(steps.length).toBeGreaterThan(max / 2)
  expect(steps.length).toBeLessThanOrEqual(max)
  expect(new Set(steps).size).toBe(steps.length)
  expect(steps.filter((file) => !files.includes(file))).toEqual([])
})
