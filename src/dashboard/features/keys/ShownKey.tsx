import { Button } from '@mantine/core'
import { useRef } from 'react'
import { CodeBlock } from '../../kit/values/CodeBlock.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { useShownOnce } from '../../kit/forms/use-shown-once.ts'
import classes from './keys.module.css'
import type { ShownKey } from './reads.ts'

interface Props {
  shown: ShownKey
  onDone: () => void
}

/** A key that was just made, which nobody can read later. */
export function ShownKeyPanel({ shown, onDone }: Props) {
  const keep = useShownOnce('This key is shown only once. Copy it first.')
  // a button that is gone can't keep the focus
  const focused = useRef(false)
  const focus = (element: HTMLElement | null) => {
    if (element && !focused.current) element.focus()
    focused.current = element !== null
  }
  return (
    <div role="group" aria-label={`${shown.name}, shown once`} tabIndex={-1} ref={focus} className={classes.shown}>
      <Panel title={`The key ${shown.name}`}>
        <Notice tone="warning">
          Copy it now and keep it where its user finds it: only a hash of it is stored, so it can’t be shown again.
        </Notice>
        <CodeBlock text={shown.key} what="API key" />
        <div>
          <Button
            onClick={() => {
              keep()
              onDone()
            }}
          >
            I’ve copied it
          </Button>
        </div>
      </Panel>
    </div>
  )
}
