import type { Role } from '../../api/credentials.ts'
import { session } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { safeBack } from './safe-back.ts'

/** Opens the page that led to the sign-in, or the first one. */
export async function openDashboard(
  back: string | null,
  { role, id }: { readonly role: Role; readonly id: string },
  navigate: (to: string, how: { replace: true }) => void | Promise<void>,
): Promise<void> {
  const home = role === 'partner' ? paths.home() : paths.sites({ kind: 'user', user: id })
  const destination = safeBack(back) ?? home
  // a full page load clears memory and lets a password manager notice the successful sign-in
  if (session.isKept()) window.location.replace(destination)
  else await navigate(destination, { replace: true })
}
