export const plans = ['free', 'paid', 'plus_paid'] as const
export type Plan = (typeof plans)[number]

/** Sites; monitors and tests; tests started a day, see `readQuotas`; bytes of details and screenshots; checks at once. */
export const quotaNames = ['sites', 'monitors', 'runs', 'bytes', 'checks'] as const
export type QuotaName = (typeof quotaNames)[number]

export type Quotas = Readonly<Record<QuotaName, number>>

/** What each plan allows an account. The operator can change the numbers of a single account. */
export const planQuotas: Readonly<Record<Plan, Quotas>> = {
  free: { sites: 20, monitors: 200, runs: 500, bytes: 100e6, checks: 2 },
  paid: { sites: 100, monitors: 1_000, runs: 5_000, bytes: 2e9, checks: 8 },
  plus_paid: { sites: 1_000, monitors: 10_000, runs: 50_000, bytes: 20e9, checks: 32 },
}
