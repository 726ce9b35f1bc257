import { useDocumentTitle } from '@mantine/hooks'
import { redirect, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { readSession, type CurrentSession } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { readConfig } from '../../api/config.ts'
import { session } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { safeBack } from './safe-back.ts'
import { ChoosePlace } from './ChoosePlace.tsx'
import { EmailForm } from './EmailForm.tsx'
import { Frame } from './Frame.tsx'
import { KeyForm } from './KeyForm.tsx'
import { placeToOpen, startAt } from './place.ts'
import { isOfKey } from './refusal.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  if (session.current()) throw redirect(paths.home())
  const { baseUrl, apiOrigins, sessions, passkeys } = await readConfig()
  const refusal = session.refusal()
  const current = sessions ? await foundSession() : null
  const back = new URL(request.url).searchParams.get('back')
  // another tab has signed in, or this one is new
  const place = current && placeToOpen(current, refusal, baseUrl)
  if (place) {
    startAt(place, current)
    throw redirect(safeBack(back) ?? paths.home())
  }
  return { baseUrl, apiOrigins, sessions, passkeys, refusal, current, back }
}

/** The session of this browser's cookie. If nobody can tell, one signs in. */
async function foundSession(): Promise<CurrentSession | null> {
  try {
    return (await call(readSession, {})).session
  } catch {
    return null
  }
}

function SignInPage() {
  const { current, sessions, ...shared } = useLoaderData<typeof loader>()
  const { refusal } = shared
  const [search] = useSearchParams()
  const by = search.get('by') ?? (refusal && isOfKey(refusal) ? 'key' : 'email')
  useDocumentTitle('Sign in · Site Performance')
  return (
    <Frame>
      {current ? (
        <ChoosePlace {...shared} current={current} />
      ) : sessions && by !== 'key' ? (
        <EmailForm {...shared} />
      ) : (
        <KeyForm {...shared} sessions={sessions} />
      )}
    </Frame>
  )
}

export { SignInPage as Component }
