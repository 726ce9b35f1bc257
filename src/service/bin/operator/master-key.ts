import { rotateMasterKey } from '../../secrets/index.ts'
import type { Commands } from './command.ts'

export const masterKeyCommands: Commands = {
  'master-key rotate': {
    usage: ['master-key rotate'],
    async run({ database, settings, stderr }) {
      const key = await rotateMasterKey(settings, database, (next) => {
        // printed first, because it is stored nowhere else
        if (settings.masterKey) stderr(`New key, valid once this command has succeeded: ${next}\n`)
      })
      const where = settings.masterKey ? `Set MASTER_KEY=${key}` : `The new key is in ${settings.dataDir}/master.key`
      return {
        record: { rotated: true, ...(settings.masterKey ? { master_key: key } : {}) },
        text: `${where}. Restart every service and runner.`,
      }
    },
  },
}
