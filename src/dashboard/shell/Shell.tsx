import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import { useQuestion } from '../stores/confirm.ts'
import { HealthBanner } from './HealthBanner.tsx'
import { HolderBanner } from './HolderBanner.tsx'
import { Navigation } from './Navigation.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import classes from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import { holdKeys, takeHeld } from './typed-ahead.ts'

// none of these is part of a first view
const loadPalette = lazyWithRetry(() => import('./Palette.tsx'))
const Palette = lazy(loadPalette)
const NavDrawer = lazy(lazyWithRetry(() => import('./NavDrawer.tsx')))
const KeyboardHelp = lazy(lazyWithRetry(() => import('./KeyboardHelp.tsx')))
const ConfirmDialog = lazy(lazyWithRetry(() => import('../components/ConfirmDialog.tsx')))

type Overlay = 'palette' | 'navigation' | 'help'

/** What stands around every page. */
export function Shell() {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const question = useQuestion()
  const close = () => setOverlay(null)
  const search = () => {
    // what is typed before its field is there is meant for it
    if (overlay !== 'palette') holdKeys(close)
    setOverlay('palette')
  }
  useHotkeys([['mod+K', search]], [])
  useEffect(soon, [])
  useEffect(() => () => void takeHeld(), [])
  useHotkeys([
    // with shift or without: keyboards differ
    ['?', () => setOverlay('help')],
    ['shift+?', () => setOverlay('help')],
    ['/', focusSearch],
    ['shift+/', focusSearch],
    ['r', () => document.querySelector<HTMLButtonElement>('[data-refresh]')?.click()],
  ])
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to the page
      </a>
      <NavigationProgress />
      <RouteAnnouncer />
      <TopBar onSearch={search} onMenu={() => setOverlay('navigation')} onHelp={() => setOverlay('help')} />
      <HolderBanner />
      <div className={classes.below}>
        <div className={classes.side}>
          <Navigation />
        </div>
        <main id="main" className={classes.main} tabIndex={-1}>
          <HealthBanner />
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Suspense>
        {overlay === 'palette' && <Palette onClose={close} onHelp={() => setOverlay('help')} />}
        {overlay === 'navigation' && <NavDrawer onClose={close} />}
        {overlay === 'help' && <KeyboardHelp onClose={close} />}
        {question && <ConfirmDialog question={question} />}
      </Suspense>
    </div>
  )
}

/** Gets the palette while nothing else is to do: its shortcut is to be answered at once. */
function soon(): (() => void) | undefined {
  // not every browser tells when it is idle
  if (!('requestIdleCallback' in window)) return undefined
  // whether it came matters only once it is asked for
  const asked = requestIdleCallback(() => void loadPalette().catch(() => undefined))
  return () => cancelIdleCallback(asked)
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-search]')?.focus()
}
