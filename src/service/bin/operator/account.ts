import { type QuotaName, quotaNames } from '../../../contract/index.ts'
import { rotateMainKey } from '../../keys/index.ts'
import { readQuotasOf, resetQuotasOf, setQuotasOf } from '../../quotas/index.ts'
import type { Commands } from './command.ts'
import { type Options, overlapIn, wholeNumber } from './options.ts'
import { UsageError } from './usage-error.ts'

/** What a column for counts holds in both databases. */
const maxCount = 2 ** 31 - 1

export const accountCommands: Commands = {
  'account quota': {
    usage: ['account quota ACCOUNT [--sites N] [--monitors N] [--runs N] [--bytes N] [--checks N] [--reset] [--json]'],
    async run({ database, options, operands: [id = ''] }) {
      const wanted = quotasIn(options)
      if (options.reset) await resetQuotasOf(database, id)
      if (!(await setQuotasOf(database, id, wanted))) throw new UsageError(`There is no account ${id}`)
      const quotas = await readQuotasOf(database, id)
      if (!quotas) throw new UsageError(`There is no account ${id}`)
      const lines = quotaNames.map((name) => `${name}: ${quotas[name]}${quotas.set.includes(name) ? '' : ' (by plan)'}`)
      return { record: quotas, text: [`plan: ${quotas.plan}`, ...lines].join('\n') }
    },
  },
  'account rotate-key': {
    usage: ['account rotate-key ACCOUNT [--overlap HOURS] [--json]'],
    async run({ database, vault, options, operands: [id = ''] }) {
      const by = { actor: 'operator', now: Date.now(), overlapHours: overlapIn(options) } as const
      const key = await rotateMainKey({ column: 'account_id', id }, by, { database, vault })
      if (key === undefined) throw new UsageError(`There is no account ${id}`)
      return { record: { id, api_key: key }, text: key }
    },
  },
}

/** The quotas among the options, as numbers. */
function quotasIn(options: Options): Partial<Record<QuotaName, number>> {
  const given: Partial<Record<QuotaName, number>> = {}
  for (const name of quotaNames) {
    const text = options[name]
    if (text === undefined) continue
    given[name] = wholeNumber(name, text, name === 'bytes' ? Number.MAX_SAFE_INTEGER : maxCount)
  }
  return given
}
