import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, isExtensionMissing } from '../../../../client/errors.ts'
import { useDenial } from '../../../kit/actions/denials.ts'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { Checkbox } from '../../../kit/choices/Checkbox.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { cookiesIn, problemsOf } from './attempt.ts'
import { ExplanationFacts } from './ExplanationFacts.tsx'
import classes from '../settings.module.css'
import { useExplanation } from './use-explanation.ts'
import type { SettingsDraft } from '../use-settings-draft.ts'

interface Props {
  siteId: string
  user: string
  host: string
  draft: SettingsDraft
}

/** Says what the edge does with an address, with the saved settings or with those of the draft. */
export function TryPanel({ siteId, user, host, draft }: Props) {
  const does = 'settings.explain'
  const isDenied = useDenial(does) !== undefined
  const [params, setParams] = useAddress()
  const asked = params.get('try')
  const [url, setUrl] = useState(asked ?? '/')
  const [cookies, setCookies] = useState('')
  const [wantsDraft, setWantsDraft] = useState(true)
  const canUseDraft = draft.isChanged && draft.parsed.kind === 'valid'
  const unsaved = canUseDraft && wantsDraft && draft.parsed.kind === 'valid' ? draft.parsed.settings : undefined
  const { attempt, explanation, error, isAsking, explain } = useExplanation({ siteId, user }, isDenied ? null : asked)
  const problems = problemsOf(error)
  const isMissing = isExtensionMissing(error)
  const isShown = explanation !== undefined && !isAsking && !error
  const isOutdated = isShown && JSON.stringify(attempt?.settings) !== JSON.stringify(unsaved)
  return (
    <Panel title="Try an address" onPaper="hidden">
      <p className={classes.hint}>
        Requests the address from your server once, as a visitor’s browser would. Nothing is cached or counted.
      </p>
      <form
        className={classes.try}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // Enter in a field submits too
          if (isDenied) return
          const address = url.trim() || '/'
          setParams(withParam('try', address), { replace: true, preventScrollReset: true })
          explain({ url: address, cookies: cookiesIn(cookies), settings: unsaved })
        }}
      >
        <TextInput
          className={classes.text}
          label="Address"
          description={`A path, or an address on ${host} or its preview address.`}
          value={url}
          error={problems.url}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          className={classes.text}
          label="Cookies"
          description="Optional. Names, or name=value, separated by semicolons."
          value={cookies}
          error={problems.cookies}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setCookies(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <ReasonButton does={does} type="submit" variant="default" loading={isAsking}>
            Try address
          </ReasonButton>
          {canUseDraft && (
            <Checkbox
              label="With your unsaved changes"
              checked={wantsDraft}
              onChange={(event) => setWantsDraft(event.currentTarget.checked)}
            />
          )}
        </div>
      </form>
      <div role="status" className={classes.group}>
        {isAsking && <p className={classes.hint}>Asking your server…</p>}
        {isMissing && <p className={classes.hint}>This service can’t try addresses.</p>}
        {isShown && <p className={classes.sentence}>{explanation.sentence}</p>}
        {isOutdated && (
          <p className={classes.hint}>The settings have changed since this answer. Try the address again.</p>
        )}
      </div>
      {isShown && <ExplanationFacts explanation={explanation} isUnsaved={attempt?.settings !== undefined} />}
      {error && !isAsking && !isMissing && !problems.isShown && (
        <ErrorState
          error={error}
          title="Couldn’t try the address."
          onRetry={
            attempt && !(error instanceof ApiError && error.kind === 'invalid') ? () => explain(attempt) : undefined
          }
        />
      )}
    </Panel>
  )
}
