import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { openAsHolder, whyNotAsHolder, type OpenAccount } from './holder.ts'

/** Opens this page as the account holder sees it, or else their home. A banner leads back. */
export function OpenAsHolder({ account }: { account: OpenAccount }) {
  return (
    <ReasonButton variant="default" disabledReason={whyNotAsHolder(account)} onClick={() => openAsHolder(account)}>
      Open as account holder
    </ReasonButton>
  )
}
