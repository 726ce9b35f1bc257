import { Button } from '@mantine/core'
import { CloseIcon } from '../../../components/icons.tsx'
import classes from './explorer.module.css'
import type { ProfileSelection } from './explorer-state.ts'

interface Props {
  picks: readonly ProfileSelection[]
  /** By profile. */
  names: ReadonlyMap<string, string>
  onPick: () => void
  onChange: (picks: readonly ProfileSelection[]) => void
  /** Picked by the page, not by the reader: it can be added to, and not removed. */
  fixed: boolean
}

/** What is looked at, each with a way to drop it. */
export function Picks({ picks, names, onPick, onChange, fixed }: Props) {
  return (
    <ul className={classes.picks} aria-label="Monitors and tests">
      {picks.map((pick) => {
        const name = names.get(pick.profile) ?? pick.profile
        const places = pick.locations.length > 0 ? pick.locations.join(', ') : 'all locations'
        return (
          <li key={pick.profile} className={classes.chip}>
            <button type="button" className={classes.chipName} onClick={onPick} title="Change what is picked">
              {name} · {places}
            </button>
            {!fixed && (
              <button
                type="button"
                className={classes.chipDrop}
                aria-label={`Remove ${name}`}
                onClick={() => onChange(picks.filter((one) => one !== pick))}
              >
                <CloseIcon />
              </button>
            )}
          </li>
        )
      })}
      <li>
        <Button variant="subtle" onClick={onPick}>
          + Monitor or test
        </Button>
      </li>
    </ul>
  )
}
