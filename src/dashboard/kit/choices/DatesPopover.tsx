import { Button } from '@mantine/core'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { Fragment, useId, useState, type FormEvent } from 'react'
import { Choice } from './Choice.tsx'
import { Dropdown } from './Dropdown.tsx'
import classes from '../ranges/RangeChoice.module.css'

interface Props {
  /** What the fields take: days, or times. */
  type: 'date' | 'datetime-local'
  /** The fields' first values. */
  from: string
  to: string
  /** The name of the fields' time zone. */
  zone: string
  /** The moments at which the fields' times come, if they come more than once: which is chosen, and their names. */
  repeatsOf?: (field: 'from' | 'to', clock: string) => Repeats | undefined
  /** Whether the page shows dates that were entered, rather than a range with a name. */
  isChosen: boolean
  /** Shows a range, or returns what is wrong with it. */
  onShow: (from: Entered, to: Entered) => string | undefined
}

interface Repeats {
  readonly names: readonly string[]
  /** The index of the one that the page shows, or else the first. */
  readonly shown: number
}

/** What a field has. */
export interface Entered {
  readonly text: string
  /** Which of the moments at which a time comes; undefined unless it was chosen. */
  readonly moment?: number | undefined
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

function Fields({ type, zone, repeatsOf, onShow, ...first }: Omit<Props, 'isChosen'>) {
  const id = useId()
  const [from, setFrom] = useState<Entered>({ text: first.from })
  const [to, setTo] = useState<Entered>({ text: first.to })
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(onShow(from, to) ?? '')
  }
  return (
    <form className={classes.dates} onSubmit={submit} noValidate>
      {[['From', 'from', from, setFrom] as const, ['To', 'to', to, setTo] as const].map(
        ([label, field, { text, moment }, set]) => {
          const repeats = repeatsOf?.(field, text)
          return (
            <Fragment key={field}>
              <label>
                {label}
                <input
                  type={type}
                  value={text}
                  onChange={(event) => set({ text: event.currentTarget.value })}
                  aria-describedby={id}
                />
              </label>
              {repeats && (
                <span className={classes.repeats}>
                  <Choice
                    label={`This time comes ${repeats.names.length === 2 ? 'twice' : 'more than once'}`}
                    labelShown
                    value={String(moment ?? repeats.shown)}
                    options={repeats.names.map((name, i) => ({ value: String(i), label: name }))}
                    onChange={(value) => set({ text, moment: Number(value) })}
                  />
                </span>
              )}
            </Fragment>
          )
        },
      )}
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
