import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useFollowSession, useSignedIn } from '../../api/current-session.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { DenialContext } from '../../kit/actions/denials.ts'
import { answered, useQuestion } from '../../kit/dialogs/confirm.ts'
import { useRoleDenials } from '../use-role-denials.ts'
import { paths } from '../../paths.ts'
import { HealthBanner } from './HealthBanner.tsx'
import { HolderBanner } from './HolderBanner.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { Opening } from './Opening.tsx'
import { RouteAnnouncer } from '../../kit/navigation/RouteAnnouncer.tsx'
import classes from './Shell.module.css'
import { SideBar } from './SideBar.tsx'
import { keepFocus } from './keep-focus.ts'
import { bufferKeys, flushKeys } from './type-ahead.ts'
import { useShortcuts } from './use-shortcuts.ts'

// not needed for the first load
const loadPalette = lazyWithRetry(() => import('./Palette.tsx'))
const Palette = lazy(loadPalette)
const NavDrawer = lazy(lazyWithRetry(() => import('./NavDrawer.tsx')))
const KeyboardHelp = lazy(lazyWithRetry(() => import('./KeyboardHelp.tsx')))
const DeniedPage = lazy(lazyWithRetry(() => import('../../features/errors/DeniedPage.tsx')))
const ConfirmDialog = lazy(lazyWithRetry(() => import('../../kit/dialogs/ConfirmDialog.tsx')))

type Overlay = 'palette' | 'navigation' | 'help'

/** The frame around every page. */
export function Shell() {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [isOpening, setIsOpening] = useState(false)
  const question = useQuestion()
  const close = () => setOverlay(null)
  const search = () => {
    // keys typed before the palette has loaded belong to its field
    if (overlay !== 'palette') bufferKeys(close)
    setOverlay('palette')
  }
  const cancel = useCallback(() => {
    flushKeys()
    setOverlay(null)
    answered()
  }, [])
  useFollowSession()
  const denials = useRoleDenials()
  const location = useLocation()
  const { pathname } = location
  const denial = denials.at(pathname)
  const isShutOut = useSignedIn().needsFactor && pathname !== paths.security()
  useShortcuts({ onSearch: search, onHelp: () => setOverlay('help') })
  useEffect(() => {
    // the first half of its shortcut
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') preloadPalette()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => () => void flushKeys(), [])
  useLayoutEffect(() => {
    // what was asked, or failed, before whoever has signed in now
    answered()
    return () => answered()
  }, [])
  useEffect(keepFocus, [])
  return (
    <DenialContext value={denials}>
      <div className={classes.shell}>
        <a href="#main" className={classes.skip} data-paper="hidden">
          Skip to main content
        </a>
        <NavigationProgress />
        <RouteAnnouncer />
        <SideBar
          onSearch={search}
          onNearSearch={preloadPalette}
          onMenu={() => setOverlay('navigation')}
          onHelp={() => setOverlay('help')}
        />
        <div className={classes.page}>
          <HolderBanner />
          <main id="main" className={classes.main} tabIndex={-1} data-bar>
            <HealthBanner isOpening={isOpening} />
            <Suspense>
              {isShutOut ? (
                <Navigate to={paths.security()} replace state={{ back: location }} />
              ) : denial === undefined ? (
                <Outlet />
              ) : (
                <DeniedPage reason={denial} />
              )}
            </Suspense>
          </main>
        </div>
        <Suspense fallback={<Opening onChange={setIsOpening} onCancel={cancel} />}>
          {overlay === 'palette' && <Palette onClose={close} onHelp={() => setOverlay('help')} />}
          {overlay === 'navigation' && <NavDrawer onClose={close} />}
          {overlay === 'help' && <KeyboardHelp onClose={close} />}
          {question && <ConfirmDialog key={question.title} question={question} />}
        </Suspense>
      </div>
    </DenialContext>
  )
}

let paletteLoads: Promise<unknown> | undefined

/** Loads the palette when someone is about to open it. */
function preloadPalette(): void {
  // a failure is reported when it's opened
  paletteLoads ??= loadPalette().catch(() => (paletteLoads = undefined))
}
