import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Below this a compressed copy saves no packet. */
const worthwhileBytes = 1024

/** Writes a .br and a .gz copy beside each text file, so that the service never compresses while it serves. */
function precompress(): Plugin {
  let outDir = 'dist'
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir
    },
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries.filter((e) => e.isFile() && /\.(js|css|html|svg|json|webmanifest)$/.test(e.name))
      await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
    },
  }
}

/** The contract describes its operations for the API's documentation; the dashboard doesn't load that. */
function withoutDocumentation(): Plugin {
  return {
    name: 'without-documentation',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/contract\/[\w-]+\.ts$/.test(id)) return undefined
      const text = /(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\w.]+(?:\([\w.]+\))?)/.source
      // an endpoint's texts follow each other
      const texts = new RegExp(`^ {2,4}summary:\\s*${text},\\n(?: {2,4}description:\\s*${text},\\n)?`, 'gm')
      const refusals = /^ {2,4}refusals:\s*\{[^{}]*\},\n/gm
      return { code: code.replaceAll(texts, "summary: '',\n").replaceAll(refusals, ''), map: null }
    },
  }
}

/** Mantine's palettes take half of the first style sheet, and more in a script. The dashboard has its own colours. */
function withoutPalettes(): Plugin {
  const names = 'red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange'
  const variables = new RegExp(`--mantine-color-(?:${names})-[\\w-]+:[^;]+;`, 'g')
  // the default theme, from which Mantine starts, has blue as its primary colour
  const lists = new RegExp(`\\b(?:${names.replace('blue|', '')}): \\[[^\\]]*\\],?`, 'g')
  return {
    name: 'without-palettes',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('default-css-variables.css')) return { code: code.replaceAll(variables, ''), map: null }
      if (id.endsWith('default-colors.mjs')) return { code: code.replaceAll(lists, ''), map: null }
      return undefined
    },
  }
}

/** What a library's index brings along, and the first pages don't use. */
const unusedFirst = /@tanstack[\\/].*[\\/](?:useQueries|queriesObserver|useMutationState)\.js$/

/** What pages may share. */
const shared =
  /src[\\/](?:dashboard[\\/](?:(?:lib|api|kit(?![\\/]charts)|features[\\/]errors)[\\/]|paths\.ts|features[\\/][\w-]+[\\/][\w-]+\.ts$)|contract[\\/](?:messages|severity)\.ts|client[\\/])|@tanstack[\\/]/
const isShared = (id: string) => shared.test(id) && !unusedFirst.test(id)

/**
 * What some pages share. The parts of a site's settings are four to the bundler, and share with no other page; so do the pages
 * of those who haven't signed in.
 */
const sharedByPages =
  /src[\\/](?:dashboard[\\/](?:kit[\\/]charts|features)[\\/](?!(?:settings|sign-in)[\\/])|(?:contract|words)[\\/](?!settings|filters|sessions))/

type ReadModule = (id: string) => { readonly importedIds: readonly string[] } | null

/** The dashboard and its client. */
const inDashboard = /[\\/]src[\\/](?:dashboard|client)[\\/]/

/** Tells which shared modules some pages need. Those from outside the dashboard always count. */
function neededBy(...pages: readonly string[]) {
  let needed: Set<string> | undefined
  const find = (read: ReadModule) => {
    const found = new Set<string>()
    const visit = (id: string) => {
      if (found.has(id) || !inDashboard.test(id)) return
      found.add(id)
      read(id)?.importedIds.forEach(visit)
    }
    for (const page of pages) visit(join(import.meta.dirname, 'src/dashboard', page))
    return found
  }
  return (id: string, read: ReadModule) => !inDashboard.test(id) || (needed ??= find(read)).has(id)
}
const isNeededFirst = neededBy('app/main.tsx', 'features/accounts/accounts.tsx')
const isNeededOnSite = neededBy(
  'features/accounts/account/layout.tsx',
  'features/sites/site/layout.tsx',
  'features/sites/site/overview.tsx',
)
const isNeededToSignIn = neededBy('features/sign-in/sign-in.tsx')

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < worthwhileBytes) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

export default defineConfig({
  plugins: [withoutDocumentation(), withoutPalettes(), react({ compiler: true }), precompress()],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // a page takes the schemas and sentences that it uses, not all that stand beside them, but always the messages that they share
      treeshake: { moduleSideEffects: (id) => !/[\\/]src[\\/](?:contract[\\/](?!messages)|words[\\/])/.test(id) },
      output: {
        // what pages share comes as a few files, not as fifty: each is a request, and they wait for each other
        codeSplitting: {
          groups: [
            {
              name: (id, graph) => (isNeededFirst(id, (module) => graph.getModuleInfo(module)) ? 'parts' : null),
              test: isShared,
              priority: 1,
            },
            // a checkbox and a radio group, without all that other pages share
            {
              name: (id, graph) =>
                isNeededToSignIn(id, (module) => graph.getModuleInfo(module)) ? 'sign-in-parts' : null,
              test: isShared,
              priority: 1,
            },
            { name: 'more-parts', test: unusedFirst },
            // the gallery, which shares every component, is one of the five
            { name: 'more-parts', test: isShared, minShareCount: 5 },
            {
              name: (id, graph) => (isNeededFirst(id, (module) => graph.getModuleInfo(module)) ? null : 'page-parts'),
              test: sharedByPages,
              minShareCount: 4,
            },
            // and what the parts of a site's settings share
            { name: 'settings-parts', test: /src[\\/]dashboard[\\/]features[\\/]settings[\\/]/, minShareCount: 2 },
            // the site page is opened most: whatever it needs beyond those comes as one file
            {
              name: (id, graph) => {
                const read: ReadModule = (module) => graph.getModuleInfo(module)
                return isNeededOnSite(id, read) && !isNeededFirst(id, read) ? 'site-parts' : null
              },
              test: /src[\\/]dashboard[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4000' } },
})
