import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { SearchIcon } from '../components/icons.tsx'
import classes from './Palette.module.css'
import { matching, useCommands, useAccountCommands, type Command, type CommandGroup } from './commands.ts'

const [store, palette] = createSpotlight()
const pauseMs = 200
const order = ['Pages', 'Sites', 'Accounts', 'Actions']

/** Pages, actions, the open account's sites, and for partners every account. */
export default function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const navigate = useNavigate()
  // it is there only while it is open
  useEffect(() => {
    palette.open()
    return palette.close
  }, [])
  const [query, setQuery] = useState('')
  const [paused] = useDebouncedValue(query, pauseMs)
  const accounts = useAccountCommands(paused.trim())
  const found: CommandGroup = { name: 'Accounts', commands: accounts.commands }
  const groups = [...matching(useCommands(onHelp), query), found]
    .filter(({ commands }) => commands.length > 0)
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  const choose = (command: Command) => {
    onClose()
    if ('to' in command) void navigate(command.to)
    else command.run()
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      centered={false}
      title="Search or jump to"
      classNames={{ header: classes.header ?? '', actionsGroup: classes.group ?? '' }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      transitionProps={{ duration: 80 }}
    >
      <Spotlight.Search placeholder="Search or jump to…" aria-label="Search or jump to" leftSection={<SearchIcon />} />
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
    </Spotlight.Root>
  )
}
