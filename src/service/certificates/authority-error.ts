/**
 * Why an authority gave nothing. `refused`: it won't, for this host. `limited`: it gives no more for now. `away`: it can't be
 * reached or is out of order. `no-account`: it doesn't know the account.
 */
export type AuthorityProblem = 'refused' | 'limited' | 'away' | 'no-account'

/** An authority that gave no certificate. The message is a sentence for people. */
export class AuthorityError extends Error {
  readonly problem: AuthorityProblem
  /** How long the authority wants to be left alone, ms; 0 if it didn't say. */
  readonly waitMs: number

  constructor(problem: AuthorityProblem, message: string, options: ErrorOptions & { readonly waitMs?: number } = {}) {
    super(message, options)
    this.problem = problem
    this.waitMs = options.waitMs ?? 0
  }
}
