import { testsOnPostgres } from './steps.ts'

const { ok } = await testsOnPostgres()
process.exitCode = ok ? 0 : 1
