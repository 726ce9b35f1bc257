import { lazy, Suspense } from 'react'
import { ApiError } from '../../../../client/errors.ts'
import { lazyWithRetry } from '../../../kit/navigation/lazy-with-retry.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { actionRows, exceptionsOf, withException } from '../exceptions.ts'
import { PartForm } from '../PartForm.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { rulesOf, withNewRule, withRule } from '../rules.ts'
import { RuleList } from './RuleList.tsx'

// not part of the first load
const ExceptionDialog = lazy(lazyWithRetry(() => import('./ExceptionDialog.tsx')))
const RuleDialog = lazy(lazyWithRetry(() => import('./RuleDialog.tsx')))

/** Where the switches don't apply, and what overrides them. */
function ExceptionsAndRules() {
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
        const rules = rulesOf(settings)
        const rule = edit === 'rule.new' ? null : rules.find(({ number }) => edit === `rule.${number}`)
        const problems = error instanceof ApiError ? error.fields : {}
        const isValid = draft.parsed.kind === 'valid'
        return (
          <>
            <ExceptionList
              settings={settings}
              exceptions={exceptions}
              problems={problems}
              onAdd={() => open('new')}
              onEdit={(index) => open(String(index))}
              onDelete={(index) => change(withException(settings, index, null))}
            />
            <RuleList
              settings={settings}
              problems={problems}
              onChange={change}
              onAdd={() => open('rule.new')}
              onEdit={({ number }) => open(`rule.${number}`)}
            />
            <Suspense>
              {edit !== null && edited !== undefined && isValid && (
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
              {rule !== undefined && isValid && (
                <RuleDialog
                  key={edit}
                  rule={rule?.rule ?? null}
                  taken={rules.map((one) => one.rule._id)}
                  onDone={(next) => {
                    change(rule ? withRule(settings, rule, () => next) : withNewRule(settings, next))
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
