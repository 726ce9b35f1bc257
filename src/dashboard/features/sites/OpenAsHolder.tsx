import { useWho } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'

interface Props {
  account: {
    readonly id: string
    readonly name: string
    /** Whoever isn't an owner doesn't have it. */
    readonly api_key?: string | undefined
    /** Only of a service with extensions. */
    readonly welcome_email?: object | undefined
  }
}

/** Opens this page as the account holder sees it, or else their home, with the account's own key. A banner leads back. */
export function OpenAsHolder({ account }: Props) {
  const { baseUrl } = useWho()
  const { api_key: key } = account
  const open = () => {
    if (key === undefined) return
    const partnerKey = session.current()?.key
    // another service may refuse a header that it doesn't know
    const named = account.welcome_email && partnerKey ? { partnerKey } : {}
    session.impersonate({ role: 'user', id: account.id, key, baseUrl, ...named }, account.name)
  }
  const reason =
    key === undefined
      ? 'Only an owner has the account’s key.'
      : session.isKept()
        ? undefined
        : 'Your browser blocks storage for this page, so it can’t switch to the account.'
  return (
    <ReasonButton variant="default" disabledReason={reason} onClick={open}>
      Open as account holder
    </ReasonButton>
  )
}
