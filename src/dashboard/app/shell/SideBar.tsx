import { Link } from 'react-router'
import { MenuIcon, SearchIcon } from '../../kit/marks/icons.tsx'
import { IconButton } from '../../kit/actions/IconButton.tsx'
import { Logo } from '../../kit/layout/Logo.tsx'
import { paths } from '../../paths.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './SideBar.module.css'

const modifier = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'

interface Props {
  onSearch: () => void
  /** Someone may be about to search. */
  onNearSearch: () => void
  onMenu: () => void
  onHelp: () => void
}

/** Beside the page: the product, search, the menu, and who is signed in. In narrow windows a bar on top, without the menu. */
export function SideBar({ onSearch, onNearSearch, onMenu, onHelp }: Props) {
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
      <div className={classes.menu}>
        <Navigation />
      </div>
      <AccountMenu onHelp={onHelp} />
    </header>
  )
}
