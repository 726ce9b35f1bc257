import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useRestoreFocus } from '../hooks/use-restore-focus.ts'
import { SearchIcon } from '../components/icons.tsx'
import classes from './Palette.module.css'
import { matching, useCommands, useAccountCommands, type Command, type CommandGroup } from './commands.ts'
import { takeHeld } from './typed-ahead.ts'

const [store, palette] = createSpotlight()
const order = ['Pages', 'Sites', 'Accounts', 'Actions']

/** Pages, actions, the open account's sites, and for partners every account. */
export default function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const navigate = useNavigate()
  useRestoreFocus()
  // it is there only while it is open
  useEffect(() => {
    palette.open()
    return palette.close
  }, [])
  const [query, setQuery] = useState('')
  const accounts = useAccountCommands(query)
  const found: CommandGroup = { name: 'Accounts', commands: accounts.commands }
  const groups = [...matching(useCommands(onHelp), query), found]
    .filter(({ commands }) => commands.length > 0)
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  const first = groups[0]
  // accounts that are still to come may stand before what is first now
  const isSettled =
    !accounts.searching || (first !== undefined && order.indexOf(first.name) < order.indexOf('Accounts'))
  const isWaiting = useRef(false)
  const change = (text: string) => {
    isWaiting.current = false
    setQuery(text)
  }
  const take = () => {
    const { text, entered } = takeHeld()
    if (text) change(text)
    isWaiting.current = entered && text !== ''
  }
  const press = (event: KeyboardEvent) => {
    isWaiting.current = false
    const isMeant = event.key === 'Enter' && !event.nativeEvent.isComposing
    if (!isMeant || isSettled || store.getState().selected > 0) return
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
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      centered={false}
      title="Search or jump to"
      classNames={{ header: classes.header ?? '', actionsGroup: classes.group ?? '', action: classes.action ?? '' }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      transitionProps={{ duration: 80 }}
    >
      <Spotlight.Search
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        leftSection={<SearchIcon />}
        onFocus={take}
        onKeyDownCapture={press}
      />
      <Spotlight.ActionsList aria-label="What was found">
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.name} label={group.name}>
            {group.commands.map((command) => (
              <Spotlight.Action
                key={command.id}
                label={command.label}
                description={command.hint ?? ''}
                onClick={() => choose(command)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>{accounts.searching ? 'Searching…' : 'Nothing matches.'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Selection
        groups={groups}
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
  /** Whose rows are in the list. */
  groups: readonly CommandGroup[]
  onSelected: (row: HTMLElement | undefined) => void
}

/**
 * The first row is selected, of rows that come later too, unless another was meant. Stands behind the list, whose
 * effects have to be before its own.
 */
function Selection({ groups, onSelected }: SelectionProps) {
  useEffect(() => {
    const { listId, selected } = store.getState()
    const list = groups.length > 0 ? document.getElementById(listId) : null
    const rows = [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])]
    // the store knows the row by its place, which other rows may have taken
    const meant = selected > 0 ? rows.findIndex((row) => row.hasAttribute('data-selected')) : 0
    const place = Math.max(meant, 0)
    for (const row of rows) row.toggleAttribute('data-selected', row === rows[place])
    if (selected !== place) store.updateState((state) => ({ ...state, selected: place }))
    onSelected(rows[place])
  })
  return null
}
