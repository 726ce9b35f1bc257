import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { changePassword } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { currentSessionQuery } from '../../api/current-session.ts'
import { queryClient } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { safeBack } from './safe-back.ts'
import { NewPasswordField, newPasswordProblem, SecretField } from './Fields.tsx'
import { Frame } from './Frame.tsx'
import { GuestForm } from './GuestForm.tsx'
import { signOut } from './sign-out.ts'

/** Comes first for somebody whose password came by mail. */
function ChoosePasswordPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  useDocumentTitle('Choose a password · Site Performance')
  const check = () => ({
    current_password: current === '' ? 'Enter the password from the mail.' : undefined,
    new_password: newPasswordProblem(password),
  })
  const send = async () => {
    const reply = await call(changePassword, { body: { current_password: current, new_password: password } })
    queryClient.setQueryData(currentSessionQuery.queryKey, reply)
    await navigate(safeBack(search.get('back')) ?? paths.home(), { replace: true })
  }
  return (
    <Frame>
      <GuestForm
        title="Choose a password"
        intro="Yours came by mail, where others may read it. Choose one that only you know before you go on."
        verb="Change password"
        check={check}
        send={send}
        foot={
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        }
      >
        {(errors) => (
          <>
            <SecretField
              name="current_password"
              label="Password from the mail"
              value={current}
              onChange={setCurrent}
              error={errors['current_password']}
              autoComplete="current-password"
            />
            <NewPasswordField
              name="new_password"
              label="New password"
              value={password}
              onChange={setPassword}
              error={errors['new_password']}
            />
          </>
        )}
      </GuestForm>
    </Frame>
  )
}

export { ChoosePasswordPage as Component }
