import { firstLoad } from './scripts/first-load.ts'

const files = firstLoad('dist')
const isFont = (file) => file.endsWith('.woff2')

export default [
  { name: 'Scripts and styles of the account list', path: files.filter((file) => !isFont(file)), limit: '181 kB' },
  // loads beside them, and text is readable before it arrives
  { name: 'Its font', path: files.filter(isFont), limit: '48 kB' },
]
