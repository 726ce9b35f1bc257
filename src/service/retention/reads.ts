export { type DetailDays, whyDeleted } from './rules.ts'
