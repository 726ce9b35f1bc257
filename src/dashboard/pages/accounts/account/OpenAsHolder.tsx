import { useWho } from '../../../api/scope.ts'
import { session } from '../../../api/session.ts'
import { ReasonButton } from '../../../components/ReasonButton.tsx'

interface Props {
  account: { readonly id: string; readonly name: string; readonly api_key: string }
}

/** Shows what the account holder sees, by the account's own key; the banner above the page leads back. */
export function OpenAsHolder({ account }: Props) {
  const { baseUrl } = useWho()
  const open = () => session.impersonate({ role: 'user', id: account.id, key: account.api_key, baseUrl }, account.name)
  const reason = session.isKept()
    ? undefined
    : 'The browser lets this page store nothing, and the session has to outlive a load of the page.'
  return (
    <ReasonButton variant="default" disabledReason={reason} onClick={open}>
      Open as account holder
    </ReasonButton>
  )
}
