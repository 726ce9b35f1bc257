import { useEffect, useRef, useState } from 'react'
import { NavigationType, ScrollRestoration, useLocation, useNavigationType, type Location } from 'react-router'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { focusHeading } from './focus.ts'
import { focusFollowed, rememberFollowed } from './followed-links.ts'

/** Where the router keeps how far each page was scrolled, when the tab is left. */
export const placesKey = 'scroll-positions'

/**
 * After a navigation, focuses the page's heading and announces its title. On the way back, the focus returns to the link
 * that was followed, as soon as that is drawn.
 */
export function RouteAnnouncer() {
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const before = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => rememberFollowed(key), [key])
  useEffect(() => {
    if (before.current === pathname) return undefined
    before.current = pathname
    setAnnouncement(document.title)
    focusHeading()
    return isBack ? focusFollowed(key) : undefined
  }, [pathname, key, isBack])
  return (
    <>
      <ScrollRestoration storageKey={placesKey} getKey={scrollKey} />
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
}

/**
 * Has an address that is entered anew open at its beginning. After a reload, and on the way back, it opens where it was.
 * Must run before the router starts.
 */
export function forgetPlace(): void {
  // the router gives each entry of the history a state, which a new one doesn't have yet
  if (history.state !== null) return
  try {
    const { [location.pathname]: _, ...others } = JSON.parse(sessionStorage.getItem(placesKey) ?? '{}')
    sessionStorage.setItem(placesKey, JSON.stringify(others))
  } catch {
    // storage may be blocked, and then nothing is restored
  }
}

/** Each entry of the history has its own place. The first of a load, always named alike, is known by its address. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}
