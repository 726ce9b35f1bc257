import { isOptimizerState, optimizerStates } from '../../../contract/index.ts'
import { setSiteState } from '../../sites/index.ts'
import type { Commands } from './command.ts'
import { UsageError } from './usage-error.ts'

export const siteCommands: Commands = {
  'site set-state': {
    usage: ['site set-state SITE STATE'],
    async run({ database, operands: [id = '', state = ''] }) {
      if (!isOptimizerState(state)) throw new UsageError(`The state must be one of ${optimizerStates.join(', ')}`)
      if (!(await setSiteState(database, id, state, Date.now())))
        throw new UsageError(`There is no site ${id} with an optimizer`)
      return { record: { site_id: id, optimizer: state }, text: `Site ${id} is now ${state}.` }
    },
  },
}
