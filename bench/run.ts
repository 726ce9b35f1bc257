import { accounts } from './accounts.ts'

/** Every benchmark in turn; each prints one table and says whether it kept to its limits. */
const benches: readonly (() => Promise<boolean>)[] = [accounts]

let kept = true
for (const bench of benches) kept = (await bench()) && kept
process.exitCode = kept ? 0 : 1
