import { isDashboardPath } from '../../../contract/dashboard-path.ts'

/** Accepts only paths of the dashboard, so that a link to the sign-in can't lead to another site. */
export function safeBack(back: string | null): string | undefined {
  return back !== null && isDashboardPath(back) ? back : undefined
}
