import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { Dropdown } from '../choices/Dropdown.tsx'
import { Stacked } from '../layout/Stacked.tsx'
import { MoreIcon } from '../marks/icons.tsx'
import { useDenials } from './denials.ts'
import { IconButton } from './IconButton.tsx'
import classes from './MoreMenu.module.css'

/** An action, or a link where it leads somewhere, or what can't be done now with the reason. */
export type MenuItem = {
  readonly label: string
  readonly isDanger?: boolean
  /** As of a `ReasonButton`. */
  readonly does?: string
} & ({ readonly onSelect: () => void } | { readonly to: string } | { readonly disabledReason: string })

/**
 * What else can be done with something, behind ⋯. The arrow keys, Home and End move between the items.
 * @param label of the button: "More about rule 2"
 */
export function MoreMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const denials = useDenials()
  return (
    <Dropdown
      label={label}
      align="end"
      role="menu"
      button={(props) => (
        <IconButton label={label} {...props}>
          <MoreIcon />
        </IconButton>
      )}
    >
      {(close) =>
        items.map((item) => {
          const shared = {
            role: 'menuitem',
            className: classes.item,
            'data-danger': item.isDanger || undefined,
            onKeyDown: moveFocus,
          }
          const denial = (item.does && denials.of(item.does)) || ('to' in item && denials.at(item.to))
          if (denial || 'disabledReason' in item) {
            return (
              <button key={item.label} type="button" aria-disabled {...shared}>
                <Stacked below={denial || ('disabledReason' in item && item.disabledReason)}>{item.label}</Stacked>
              </button>
            )
          }
          return 'to' in item ? (
            <Link key={item.label} to={item.to} onClick={close} {...shared}>
              {item.label}
            </Link>
          ) : (
            <button
              key={item.label}
              type="button"
              onClick={() => {
                // first, so that a dialog that opens returns the focus to the button
                close()
                item.onSelect()
              }}
              {...shared}
            >
              {item.label}
            </button>
          )
        })
      }
    </Dropdown>
  )
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/ */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [
    ...(event.currentTarget.closest('[role="menu"]')?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ]
  const at = items.indexOf(event.currentTarget)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
