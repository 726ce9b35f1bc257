import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { load } from '../../api/queries.ts'
import { anyScopeOf, useAnyScope } from '../../api/scope.ts'
import { focusHeading } from '../../kit/navigation/focus.ts'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { pageError } from '../errors/page-error.tsx'
import { KeyTable } from './KeyTable.tsx'
import { NotOffered } from './NotOffered.tsx'
import { keysOf, type ShownKey } from './reads.ts'
import { ShownKeyPanel } from './ShownKey.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  return load(keysOf(anyScopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Keys' })

/** What programs use to work in an account, or for a partner and so in all its accounts. */
function KeysPage() {
  const scope = useAnyScope()
  const query = keysOf(scope)
  const { data } = useSuspenseQuery(query)
  const crumbs = useListCrumbs(scope)
  const [shown, setShown] = useState<ShownKey | null>(null)
  const hide = () => {
    setShown(null)
    focusHeading()
  }
  if (!data) return <NotOffered title="Keys" />
  const { keys } = data
  return (
    <>
      <PageHeader
        title="Keys"
        count={keys.length}
        crumbs={crumbs}
        add={{ label: 'Create key', to: paths.newKey(scope) }}
        actions={<LastUpdated of={[query]} />}
      >
        <p>
          {scope.kind === 'partner'
            ? 'For programs that work in all of the partner’s accounts. Give each its own key, with no more than it needs.'
            : 'For programs that work in this account. Give each its own key, with no more than it needs.'}
        </p>
      </PageHeader>
      <PageBody>
        {shown && <ShownKeyPanel key={shown.key} shown={shown} onDone={hide} />}
        <KeyTable scope={scope} keys={keys} onRotated={setShown} />
      </PageBody>
    </>
  )
}

export { KeysPage as Component }
