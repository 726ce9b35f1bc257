import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useClickOutside, useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Scope } from '../../api/scope.ts'
import { Found } from '../../kit/reading/Found.tsx'
import { SearchIcon } from '../../kit/marks/icons.tsx'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { paths } from '../../paths.ts'
import classes from './AccountSwitcher.module.css'
import { useFoundAccounts } from './found.ts'
import { samePageIn } from './nav.ts'

const pauseMs = 200

interface Props {
  scope: Scope & { kind: 'account' }
  onClose: () => void
  /** Called before another account is opened. */
  onChoose: (() => void) | undefined
}

/** Finds another account by name or email and opens the same page of it. */
export default function AccountSwitcher({ scope, onClose, onChoose }: Props) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), pauseMs)
  const { accounts, more, searching } = useFoundAccounts(term, typed.trim())
  const combobox = useCombobox({ defaultOpened: true, opened: true })
  const place = useClickOutside<HTMLDivElement>(onClose)
  const choose = (to: string) => {
    onClose()
    onChoose?.()
    void navigate(to)
  }
  return (
    <div className={classes.switcher} ref={place}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget>
          <TextInput
            aria-label="Search accounts"
            placeholder="Search accounts"
            leftSection={<SearchIcon />}
            value={typed}
            // opened by the person's own action, so moving the focus is expected
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              combobox.updateSelectedOptionIndex()
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose()
            }}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.options ?? ''} aria-label="Accounts">
          {accounts.map((account) => (
            <Combobox.Option
              key={account.id}
              value={samePageIn(pathname, scope, account.id)}
              active={account.id === scope.account}
            >
              <span className={classes.name}>{account.name}</span>
              <span className={classes.email}>{account.email}</span>
            </Combobox.Option>
          ))}
          {more > 0 && (
            <Combobox.Option value={paths.accounts({ search: term })}>
              <span className={classes.name}>All matches</span>
              <span className={classes.email}>{more} more</span>
            </Combobox.Option>
          )}
          {accounts.length === 0 && <Combobox.Empty>{searching ? 'Searching…' : 'No accounts match.'}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
      <Found count={searching ? undefined : accounts.length + more} what={['account', 'accounts']} searched={term}>
        <VisuallyHidden>No accounts match “{term}”</VisuallyHidden>
      </Found>
    </div>
  )
}
