import { Button } from '@mantine/core'
import { CloseIcon } from '../../../kit/marks/icons.tsx'
import classes from './explorer.module.css'
import type { SourceSelection } from '../explorer-state.ts'

interface Props {
  sources: readonly SourceSelection[]
  /** By ID. */
  names: ReadonlyMap<string, string>
  onOpen: () => void
  onChange: (sources: readonly SourceSelection[]) => void
  /** Selected by default rather than by the person, so they can't be removed. */
  fixed: boolean
}

/** The selected sources, each with a button to remove it. */
export function SelectedSources({ sources, names, onOpen, onChange, fixed }: Props) {
  return (
    <ul className={classes.sources} aria-label="Monitors and tests">
      {sources.map((source) => {
        const name = names.get(source.id) ?? source.id
        const locations = source.locations.length > 0 ? source.locations.join(', ') : 'all locations'
        return (
          <li key={source.id} className={classes.chip}>
            <button
              type="button"
              className={classes.chipName}
              data-paper="shown"
              onClick={onOpen}
              title="Change selection"
            >
              {name} · {locations}
            </button>
            {!fixed && (
              <button
                type="button"
                className={classes.chipDrop}
                aria-label={`Remove ${name}`}
                onClick={() => onChange(sources.filter((other) => other !== source))}
              >
                <CloseIcon />
              </button>
            )}
          </li>
        )
      })}
      <li>
        <Button variant="subtle" onClick={onOpen}>
          + Monitor or test
        </Button>
      </li>
    </ul>
  )
}
