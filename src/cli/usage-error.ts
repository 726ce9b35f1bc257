/** The command isn't one, or its flags are wrong: nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What is wrong with each flag. */
  readonly flags: Readonly<Record<string, string>>

  constructor(message: string, flags: Readonly<Record<string, string>> = {}) {
    super(message)
    this.flags = flags
  }
}
