import { firstLoad } from './scripts/first-load.ts'

export default [{ name: 'First load of the account list', path: firstLoad('dist'), limit: '175 kB' }]
