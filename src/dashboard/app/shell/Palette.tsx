import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useRestoreFocus } from '../../kit/navigation/use-restore-focus.ts'
import { SearchIcon } from '../../kit/marks/icons.tsx'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { plural } from '../../kit/format/format.ts'
import classes from './Palette.module.css'
import {
  matching,
  useCommands,
  useAccountCommands,
  useMonitorCommands,
  useSiteCommands,
  type Command,
  type CommandGroup,
} from './commands.ts'
import { flushKeys } from './type-ahead.ts'

const [store, palette] = createSpotlight()
const order = ['Pages', 'Sites', 'Accounts', 'All sites', 'Monitors', 'Tests', 'Actions']

/** Finds pages, actions, the open account's sites, monitors and tests and, for partners, accounts and their sites. */
export default function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const navigate = useNavigate()
  useRestoreFocus()
  const closed = useEffectEvent(onClose)
  // this component is mounted only while the palette is open
  useEffect(() => {
    palette.open()
    // at once: Spotlight's own callback comes later, and the shortcut to open it again may be pressed before that
    const stop = store.subscribe(({ opened }) => {
      if (!opened) closed()
    })
    return () => {
      stop()
      palette.close()
    }
  }, [])
  const [query, setQuery] = useState('')
  const searches = [
    { name: 'Accounts', ...useAccountCommands(query) },
    { name: 'All sites', ...useSiteCommands(query) },
    { name: 'Monitors', ...useMonitorCommands('monitor', query) },
    { name: 'Tests', ...useMonitorCommands('test', query) },
  ]
  const groups: CommandGroup[] = [...matching(useCommands(onHelp), query), ...searches]
    .filter(({ commands }) => commands.length > 0)
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  const first = groups[0]
  // what is still loading may be listed before the first command
  const loading = searches.find(({ searching }) => searching)?.name
  const isSettled = loading === undefined || (first !== undefined && order.indexOf(first.name) < order.indexOf(loading))
  const isWaiting = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const found = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  const { listId } = useSpotlight(store)
  const change = (text: string) => {
    isWaiting.current = false
    setQuery(text)
  }
  const take = () => {
    const { text, entered } = flushKeys()
    if (text) change(text)
    isWaiting.current = entered && text !== ''
  }
  const press = (event: KeyboardEvent) => {
    isWaiting.current = false
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    if (!isEnter || isSettled || store.getState().selected > 0) return
    event.preventDefault()
    event.stopPropagation()
    isWaiting.current = true
  }
  const choose = (command: Command) => {
    onClose()
    if ('to' in command) void navigate(command.to)
    else command.run()
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={change}
      shortcut={null}
      scrollable
      centered={false}
      title="Search or jump to"
      classNames={{ header: classes.header ?? '', actionsGroup: classes.group ?? '', action: classes.action ?? '' }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      transitionProps={{ duration: 80 }}
    >
      <Spotlight.Search
        ref={field}
        role="combobox"
        aria-expanded={found > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        leftSection={<SearchIcon />}
        onFocus={take}
        onKeyDownCapture={press}
      />
      <Spotlight.ActionsList aria-label="Results" {...(found > 0 ? { role: 'listbox' } : {})}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.name} label={group.name} role="group" aria-label={group.name}>
            {group.commands.map((command) => (
              <Spotlight.Action
                key={command.id}
                role="option"
                // `Selection` keeps it
                aria-selected={false}
                label={command.label}
                description={command.hint ?? ''}
                onClick={() => choose(command)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <div role="status">
        {found > 0 ? (
          <VisuallyHidden>{plural(found, 'result')}</VisuallyHidden>
        ) : (
          <Spotlight.Empty>
            {loading ? 'Searching…' : 'No results. Incidents and samples have lists of their own.'}
          </Spotlight.Empty>
        )}
      </div>
      <Selection
        groups={groups}
        field={field}
        onSelected={(row) => {
          if (!isSettled || !isWaiting.current) return
          isWaiting.current = false
          row?.click()
        }}
      />
    </Spotlight.Root>
  )
}

interface SelectionProps {
  /** The groups in the list. */
  groups: readonly CommandGroup[]
  /** Where the person types; it says which row is selected. */
  field: RefObject<HTMLInputElement | null>
  onSelected: (row: HTMLElement | undefined) => void
}

/**
 * Keeps the first row selected as rows arrive, unless the person selected another. Rendered after the list because its
 * effect has to run after the list's.
 */
function Selection({ groups, field, onSelected }: SelectionProps) {
  // the arrow keys select without changing anything else
  useSpotlight(store)
  useEffect(() => {
    const { listId, selected } = store.getState()
    const list = groups.length > 0 ? document.getElementById(listId) : null
    const rows = [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])]
    // the store has the row's index, which may now be another row's
    const chosen = selected > 0 ? rows.findIndex((row) => row.hasAttribute('data-selected')) : 0
    const place = Math.max(chosen, 0)
    for (const [i, row] of rows.entries()) {
      row.id = `${listId}-${i}`
      row.toggleAttribute('data-selected', i === place)
      row.setAttribute('aria-selected', String(i === place))
    }
    if (rows[place]) field.current?.setAttribute('aria-activedescendant', rows[place].id)
    else field.current?.removeAttribute('aria-activedescendant')
    if (selected !== place) store.updateState((state) => ({ ...state, selected: place }))
    onSelected(rows[place])
  })
  return null
}
