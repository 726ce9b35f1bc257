import type { plans } from '../../../contract/index.ts'

/** What plans are called. */
export const planNames = { free: 'Free', paid: 'Paid', plus_paid: 'Paid plus' } as const satisfies Record<
  (typeof plans)[number],
  string
>

/** A plan as the service reports it; one that the dashboard doesn't know is shown as it is. */
export function planName(plan: string): string {
  return new Map<string, string>(Object.entries(planNames)).get(plan) ?? plan
}
