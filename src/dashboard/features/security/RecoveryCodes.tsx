import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { factorLimits, type Factors, replaceRecoveryCodes } from '../../../contract/index.ts'
import { changeFactors } from './change-factors.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { download } from '../../kit/actions/download.ts'
import { ErrorState, isUnsure, titleAfterChange } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { useShownOnce } from '../../kit/forms/use-shown-once.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { focusOnMount } from '../../kit/navigation/focus.ts'
import { CopyButton } from '../../kit/values/CopyValue.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { whenProved } from './prove.tsx'
import classes from './security.module.css'

interface Props {
  factors: Factors
  /** Whether it's what comes next, and takes the focus. */
  isNext: boolean
  onReached: () => void
}

/** The codes for whoever has lost the rest. */
export function RecoveryCodes({ factors, isNext, onReached }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isNext) return
    place.current?.focus()
    onReached()
  }, [isNext, onReached])
  const [made, setMade] = useState<readonly string[] | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { recovery_codes: codes } = factors
  const make = async () => {
    setFailed(null)
    setIsBusy(true)
    try {
      setMade((await changeFactors(replaceRecoveryCodes, {})).codes)
    } catch (error) {
      setFailed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={classes.place} role="group" aria-label="Recovery codes" tabIndex={-1} ref={place}>
      <Panel
        title="Recovery codes"
        actions={
          made === null && (
            <BusyButton variant="default" loading={isBusy} onClick={() => whenProved(factors, () => void make())}>
              {codes ? 'Make new codes…' : 'Make recovery codes…'}
            </BusyButton>
          )
        }
      >
        {made ? (
          <NewCodes
            codes={made}
            onSaved={() => {
              setMade(null)
              place.current?.focus()
            }}
          />
        ) : codes ? (
          <p>
            {codes.left} of {factorLimits.recoveryCodes} are left, made <Time at={codes.created_at} />. Each signs you
            in once, after the password, when you have nothing else at hand.
          </p>
        ) : (
          <Notice tone="warning">
            Without recovery codes, only the operator of the service can let you in again when your device is lost.
          </Notice>
        )}
        {failed !== null && (
          <ErrorState
            error={failed}
            title={titleAfterChange(failed, 'No codes were made.')}
            advice={isUnsure(failed) ? 'The earlier codes may no longer work. Make new ones.' : undefined}
          />
        )}
      </Panel>
    </div>
  )
}

function NewCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  useShownOnce('These codes are shown only once. Keep them first.')
  const text = `${codes.join('\n')}\n`
  return (
    <div className={classes.form} role="group" aria-label="New recovery codes" tabIndex={-1} ref={focusOnMount}>
      <Notice tone="warning" urgent>
        Keep these now: they are shown this once. Earlier ones no longer work.
      </Notice>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton value={text} what="codes" inWords />
        <Button
          variant="default"
          onClick={() => download('site-performance-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onSaved}>I have saved them</Button>
      </div>
    </div>
  )
}
