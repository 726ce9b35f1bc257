import { Button } from '@mantine/core'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { useId, useState, type FormEvent } from 'react'
import { Dropdown } from './Dropdown.tsx'
import classes from './RangeChoice.module.css'

interface Props {
  /** What the fields take: days, or times. */
  type: 'date' | 'datetime-local'
  /** The fields' first values. */
  from: string
  to: string
  /** The name of the fields' time zone. */
  zone: string
  /** Whether the page shows dates that were entered, rather than a range with a name. */
  isChosen: boolean
  /** Shows a range, or returns what is wrong with it. */
  onShow: (from: string, to: string) => string | undefined
}

/** Enters the start and end of a range, above the page so that nothing on it moves. */
export function DatesPopover({ isChosen, onShow, ...fields }: Props) {
  return (
    <Dropdown
      label="Dates"
      align="start"
      button={(props) => (
        <Button variant="default" className={classes.opener} data-chosen={isChosen || undefined} {...props}>
          Dates…
          {isChosen && <VisuallyHidden> (selected)</VisuallyHidden>}
        </Button>
      )}
    >
      {(close) => (
        <Fields
          {...fields}
          onShow={(from, to) => {
            const problem = onShow(from, to)
            if (!problem) close()
            return problem
          }}
        />
      )}
    </Dropdown>
  )
}

function Fields({ type, zone, onShow, ...first }: Omit<Props, 'isChosen'>) {
  const id = useId()
  const [from, setFrom] = useState(first.from)
  const [to, setTo] = useState(first.to)
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(onShow(from, to) ?? '')
  }
  return (
    <form className={classes.dates} onSubmit={submit} noValidate>
      <label>
        From
        <input
          type={type}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          aria-describedby={id}
        />
      </label>
      <label>
        To
        <input type={type} value={to} onChange={(event) => setTo(event.currentTarget.value)} aria-describedby={id} />
      </label>
      <span id={id} className={classes.problem} role="alert">
        {problem}
      </span>
      <div className={classes.end}>
        <span>{zone}</span>
        <Button type="submit">Show</Button>
      </div>
    </form>
  )
}
