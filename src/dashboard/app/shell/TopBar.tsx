import { Link } from 'react-router'
import { MenuIcon, SearchIcon } from '../../kit/marks/icons.tsx'
import { IconButton } from '../../kit/actions/IconButton.tsx'
import { Logo } from '../../kit/layout/Logo.tsx'
import { useZone } from '../../kit/format/zone.ts'
import { zoneName } from '../../kit/format/time.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { paths } from '../../paths.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { ThemeToggle } from '../../kit/theme/ThemeToggle.tsx'
import classes from './TopBar.module.css'

const modifier = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'

const minuteMs = 60_000

interface Props {
  onSearch: () => void
  /** Someone may be about to search. */
  onNearSearch: () => void
  onMenu: () => void
  onHelp: () => void
}

export function TopBar({ onSearch, onNearSearch, onMenu, onHelp }: Props) {
  const zone = useZone()
  const now = useNow(minuteMs)
  return (
    <header className={classes.bar} data-paper="hidden">
      <span className={classes.burger}>
        <IconButton label="Open navigation" onClick={onMenu}>
          <MenuIcon />
        </IconButton>
      </span>
      <Link to={paths.home()} className={classes.home}>
        <Logo />
      </Link>
      <button
        type="button"
        className={classes.search}
        onClick={onSearch}
        onPointerEnter={onNearSearch}
        onFocus={onNearSearch}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <SearchIcon />
        <span className={classes.words}>Search or jump to…</span>
        <kbd aria-hidden="true">{modifier} K</kbd>
      </button>
      <div className={classes.end}>
        <span className={classes.zone} title="Time zone for all times shown. Change it in the account menu.">
          {zoneName(zone, now)}
        </span>
        <ThemeToggle />
        <AccountMenu onHelp={onHelp} />
      </div>
    </header>
  )
}
