export const exitCodes = {
  done: 0,
  /** The service refused it or failed, or no service answered. */
  failed: 1,
  /** The command isn't one, its fields are wrong, or no key is set: nothing was sent. */
  usage: 2,
  /** It was done, and what `--wait` waited for didn't come. */
  waited: 3,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
