import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMonitors, listTests, type Monitor } from '../../../../contract/index.ts'
import { scopedQuery, type Scope } from '../../../api/scope.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Found } from '../../../kit/reading/Found.tsx'
import { useRestoreFocus } from '../../../kit/navigation/use-restore-focus.ts'
import { plural } from '../../../kit/format/format.ts'
import type { SourceSelection } from '../explorer-state.ts'
import classes from './explorer.module.css'

interface Props {
  scope: Scope
  sources: readonly SourceSelection[]
  /** Names of the selected sources, by ID. */
  names: ReadonlyMap<string, string>
  onSelect: (sources: readonly SourceSelection[]) => void
  onClose: () => void
}

const maxFound = 20
const pauseMs = 250

/** Finds monitors and tests by name and selects them, with all of their locations or some. */
export default function SourceDialog({ scope, sources, names, onSelect, onClose }: Props) {
  useRestoreFocus()
  const [draft, setDraft] = useState(sources)
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), pauseMs)
  const query = { per_page: maxFound, search_term: term || undefined }
  const monitors = useQuery({ ...scopedQuery(listMonitors, scope, { query }), placeholderData: keepPreviousData })
  const tests = useQuery({ ...scopedQuery(listTests, scope, { query }), placeholderData: keepPreviousData })
  const toggle = (id: string) =>
    setDraft((now) =>
      now.some((source) => source.id === id)
        ? now.filter((source) => source.id !== id)
        : [...now, { id, locations: [] }],
    )
  const setLocations = (id: string, locations: readonly string[]) =>
    setDraft((now) => now.map((source) => (source.id === id ? { ...source, locations } : source)))
  const rows = [...(monitors.data?.rows ?? []), ...(tests.data?.rows ?? [])]
  // selected but not found by this search; they can still be removed
  const hidden = draft.filter((source) => !rows.some(({ id }) => id === source.id))
  const groups = [
    { name: 'Monitors', one: 'monitor', read: monitors },
    { name: 'Tests', one: 'test', read: tests },
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title="Choose monitors and tests"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          onSelect(draft)
        }}
      >
        <TextInput
          type="search"
          aria-label="Search monitors and tests by name"
          placeholder="Search by name"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        {hidden.length > 0 && (
          <fieldset className={classes.group}>
            <legend>Selected</legend>
            {hidden.map(({ id }) => (
              <label key={id} className={classes.option}>
                <input type="checkbox" checked onChange={() => toggle(id)} />
                {names.get(id) ?? id}
              </label>
            ))}
          </fieldset>
        )}
        {groups.map(({ name, one, read }) => (
          <fieldset key={name} className={classes.group}>
            <legend>{name}</legend>
            <Found
              count={read.isPlaceholderData ? undefined : (read.data?.total_entries ?? read.data?.rows.length)}
              what={[one, name.toLowerCase()]}
              searched={term}
            >
              <p className={classes.hint}>{term ? `No ${name.toLowerCase()} match “${term}”.` : 'None yet.'}</p>
            </Found>
            {read.error ? (
              <ErrorState
                error={read.error}
                title={`Couldn’t load the ${name.toLowerCase()}.`}
                onRetry={() => void read.refetch()}
              />
            ) : !read.data ? (
              <p role="status">Loading…</p>
            ) : (
              <ul>
                {read.data.rows.map((record) => (
                  <Row
                    key={record.id ?? record.name}
                    record={record}
                    draft={draft}
                    onToggle={toggle}
                    onLocations={setLocations}
                  />
                ))}
              </ul>
            )}
            {(read.data?.total_entries ?? 0) > maxFound && (
              <p className={classes.hint}>
                Showing {maxFound} of {plural(read.data?.total_entries ?? 0, 'match', 'matches')}. Type more of the name
                to narrow them down.
              </p>
            )}
          </fieldset>
        ))}
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={draft.length === 0}>
            Show {draft.length}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface RowProps {
  record: Monitor
  draft: readonly SourceSelection[]
  onToggle: (id: string) => void
  onLocations: (id: string, locations: readonly string[]) => void
}

function Row({ record, draft, onToggle, onLocations }: RowProps) {
  const { id, name, constants, variables } = record
  if (id === undefined) return null
  const selection = draft.find((source) => source.id === id)
  const locations = variables?.locations ?? []
  return (
    <li>
      <label className={classes.option}>
        <input type="checkbox" checked={selection !== undefined} onChange={() => onToggle(id)} />
        <span className={classes.words}>
          {name ?? id}
          <span className={classes.hint}>{constants?.url && <Breakable text={constants.url} />}</span>
        </span>
      </label>
      {selection && locations.length > 1 && (
        <div className={classes.places} role="group" aria-label={`Locations of ${name ?? id}`}>
          {locations.map((location) => (
            <label key={location} className={classes.option}>
              <input
                type="checkbox"
                checked={selection.locations.length === 0 || selection.locations.includes(location)}
                onChange={() => onLocations(id, toggled(selection.locations, location, locations))}
              />
              {location}
            </label>
          ))}
        </div>
      )}
    </li>
  )
}

/** An empty list means all locations. */
function toggled(selected: readonly string[], location: string, all: readonly string[]): readonly string[] {
  const now = selected.length === 0 ? all : selected
  const next = now.includes(location) ? now.filter((name) => name !== location) : [...now, location]
  return next.length === all.length ? [] : next
}
