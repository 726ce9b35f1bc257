import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'

/** Leads to where a new password is asked for, with the address that was typed: not in the URL, which histories and logs keep. */
export function ForgotPassword({ email }: { email: string }) {
  return (
    <Link to={paths.reset()} state={{ email: email.trim() }}>
      Forgot your password?
    </Link>
  )
}

/** The address of whoever followed such a link; empty for others. */
export function useTypedEmail(): string {
  const { state } = useLocation() as { state: { email?: string } | null }
  return state?.email ?? ''
}
