import { useState } from 'react'
import { type Factors as FactorsRecord } from '../../../contract/index.ts'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

interface Props {
  factors: FactorsRecord
  /** Whether the service takes passkeys at this address. */
  takesPasskeys: boolean
}

/** What shows, besides the password, who somebody is. */
export default function Factors({ factors, takesPasskeys }: Props) {
  const { passkeys, authenticator } = factors
  const [isSetUp, setIsSetUp] = useState(false)
  return (
    <>
      {(takesPasskeys || passkeys.length > 0) && <Passkeys factors={factors} takesPasskeys={takesPasskeys} />}
      <AuthenticatorApp factors={factors} onSetUp={() => setIsSetUp(true)} />
      {(passkeys.length > 0 || authenticator !== null) && (
        <RecoveryCodes factors={factors} isNext={isSetUp} onReached={() => setIsSetUp(false)} />
      )}
    </>
  )
}
