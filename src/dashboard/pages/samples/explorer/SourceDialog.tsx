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
import { ErrorState } from '../../../components/ErrorState.tsx'
import { useRestoreFocus } from '../../../hooks/use-restore-focus.ts'
import { plural } from '../../../format/format.ts'
import type { ProfileSelection } from './explorer-state.ts'
import classes from './explorer.module.css'

interface Props {
  scope: Scope
  picks: readonly ProfileSelection[]
  /** Of what is picked already, by profile. */
  names: ReadonlyMap<string, string>
  onPick: (picks: readonly ProfileSelection[]) => void
  onClose: () => void
}

const found = 20
const pauseMs = 250

/** Monitors and tests by name, each with all of its locations or some. */
export default function PickDialog({ scope, picks, names, onPick, onClose }: Props) {
  useRestoreFocus()
  const [draft, setDraft] = useState(picks)
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), pauseMs)
  const query = { per_page: found, search_term: term || undefined }
  const monitors = useQuery({ ...scopedQuery(listMonitors, scope, { query }), placeholderData: keepPreviousData })
  const tests = useQuery({ ...scopedQuery(listTests, scope, { query }), placeholderData: keepPreviousData })
  const toggle = (id: string) =>
    setDraft((now) =>
      now.some(({ profile }) => profile === id)
        ? now.filter(({ profile }) => profile !== id)
        : [...now, { profile: id, locations: [] }],
    )
  const setLocations = (id: string, locations: readonly string[]) =>
    setDraft((now) => now.map((pick) => (pick.profile === id ? { ...pick, locations } : pick)))
  const rows = [...(monitors.data?.rows ?? []), ...(tests.data?.rows ?? [])]
  // picked, but not among what is found: it can be dropped all the same
  const hidden = draft.filter(({ profile }) => !rows.some(({ id }) => id === profile))
  const groups = [
    { name: 'Monitors', read: monitors },
    { name: 'Tests', read: tests },
  ]
  return (
    <Modal opened onClose={onClose} title="Monitors and tests" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          onPick(draft)
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
            <legend>Picked</legend>
            {hidden.map(({ profile }) => (
              <label key={profile} className={classes.option}>
                <input type="checkbox" checked onChange={() => toggle(profile)} />
                {names.get(profile) ?? profile}
              </label>
            ))}
          </fieldset>
        )}
        {groups.map(({ name, read }) => (
          <fieldset key={name} className={classes.group}>
            <legend>{name}</legend>
            {read.error ? (
              <ErrorState
                error={read.error}
                title={`The ${name.toLowerCase()} could not be read.`}
                onRetry={() => void read.refetch()}
              />
            ) : !read.data ? (
              <p role="status">Loading…</p>
            ) : read.data.rows.length === 0 ? (
              <p className={classes.hint}>{term ? `None has “${term}” in its name.` : 'There are none yet.'}</p>
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
            {(read.data?.total_entries ?? 0) > found && (
              <p className={classes.hint}>
                The first {found} of {plural(read.data?.total_entries ?? 0, 'match', 'matches')}: type more of the name.
              </p>
            )}
          </fieldset>
        ))}
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={draft.length === 0}>
            Show {plural(draft.length, 'pick')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface RowProps {
  record: Monitor
  draft: readonly ProfileSelection[]
  onToggle: (id: string) => void
  onLocations: (id: string, locations: readonly string[]) => void
}

function Row({ record, draft, onToggle, onLocations }: RowProps) {
  const { id, name, constants, variables } = record
  if (id === undefined) return null
  const pick = draft.find(({ profile }) => profile === id)
  const locations = variables?.locations ?? []
  return (
    <li>
      <label className={classes.option}>
        <input type="checkbox" checked={pick !== undefined} onChange={() => onToggle(id)} />
        <span>{name ?? id}</span>
        <span className={classes.hint}>{constants?.url}</span>
      </label>
      {pick && locations.length > 1 && (
        <div className={classes.places} role="group" aria-label={`Locations of ${name ?? id}`}>
          {locations.map((place) => (
            <label key={place} className={classes.option}>
              <input
                type="checkbox"
                checked={pick.locations.length === 0 || pick.locations.includes(place)}
                onChange={() => onLocations(id, toggled(pick.locations, place, locations))}
              />
              {place}
            </label>
          ))}
        </div>
      )}
    </li>
  )
}

/** None means all: taking one out of all leaves the others, and having all again is none. */
function toggled(chosen: readonly string[], place: string, all: readonly string[]): readonly string[] {
  const now = chosen.length === 0 ? all : chosen
  const next = now.includes(place) ? now.filter((one) => one !== place) : [...now, place]
  return next.length === all.length ? [] : next
}
