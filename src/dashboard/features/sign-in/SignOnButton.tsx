import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beginSignOn, readSignOn, type ReplyOf } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { safeBack } from './safe-back.ts'
import { failureSentence } from './verify.ts'

/** Whether single sign-on is there for an email address, by its domain. Where nobody can say, it isn't. */
export function useSignOn(email: string): ReplyOf<typeof readSignOn> | undefined {
  const typed = /^[^@\s]+@([^@\s]+\.[^@\s.]{2,})$/.exec(email.trim())?.[1]?.toLowerCase() ?? ''
  const [domain] = useDebouncedValue(typed, 300)
  const { data } = useQuery({
    queryKey: ['sign-on', domain],
    queryFn: ({ signal }) => call(readSignOn, { query: { domain } }, { signal }),
    enabled: domain !== '' && domain === typed,
    staleTime: Infinity,
    retry: false,
  })
  return domain === typed ? data : undefined
}

interface Begin {
  email: string
  back: string | null
  keep: boolean
}

/** Leaves for the identity provider, which leads back. */
export async function leaveForSignOn({ email, back, keep }: Begin): Promise<void> {
  const { url } = await call(beginSignOn, { body: { email: email.trim(), path: safeBack(back) ?? '/', keep } })
  window.location.assign(url)
}

/** Beside a password. */
export function SignOnButton(begin: Begin) {
  const [failed, setFailed] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const leave = async () => {
    setIsBusy(true)
    setFailed(null)
    try {
      await leaveForSignOn(begin)
    } catch (error) {
      setFailed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      {failed !== null && (
        <Notice tone="critical" urgent>
          {failureSentence(failed, '/api', false)}
        </Notice>
      )}
      <BusyButton variant="default" loading={isBusy} fullWidth onClick={() => void leave()}>
        Continue with single sign-on
      </BusyButton>
    </>
  )
}
