import { lazy, Suspense } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { lazyWithRetry } from '../../../kit/navigation/lazy-with-retry.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { paths } from '../../../paths.ts'
import { actionRows, exceptionsOf, withException } from '../exceptions.ts'
import { useSettingsPart } from '../part.ts'
import { PartForm } from '../PartForm.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { RuleList } from './RuleList.tsx'

// not part of the first load
const ExceptionDialog = lazy(lazyWithRetry(() => import('./ExceptionDialog.tsx')))

/** Where the switches don't apply, and what overrides them. */
function ExceptionsAndRules() {
  const { siteId, user } = useSettingsPart()
  const [params, setParams] = useAddress()
  const edit = params.get('edit')
  const open = (what: string | null) =>
    setParams(withParam('edit', what), { replace: what === null, preventScrollReset: true })
  return (
    <PartForm part="exceptions">
      {(settings, { draft, error, change }) => {
        const exceptions = exceptionsOf(settings)
        const at = edit === 'new' ? null : Number(edit)
        const edited = at === null ? null : exceptions[at]
        return (
          <>
            <ExceptionList
              settings={settings}
              exceptions={exceptions}
              problems={error instanceof ApiError ? error.fields : {}}
              onAdd={() => open('new')}
              onEdit={(index) => open(String(index))}
              onDelete={(index) => change(withException(settings, index, null))}
            />
            <RuleList
              settings={settings}
              onChange={change}
              advanced={paths.settingsAdvanced({ kind: 'user', user }, siteId)}
            />
            <Suspense>
              {edit !== null && edited !== undefined && draft.parsed.kind === 'valid' && (
                <ExceptionDialog
                  key={edit}
                  rows={actionRows(settings)}
                  exception={edited}
                  onDone={(exception) => {
                    change(withException(settings, at, exception))
                    open(null)
                  }}
                  onClose={() => open(null)}
                />
              )}
            </Suspense>
          </>
        )
      }}
    </PartForm>
  )
}

export { ExceptionsAndRules as Component }
