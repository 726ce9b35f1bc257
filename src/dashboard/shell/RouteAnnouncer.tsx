import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation, type Location } from 'react-router'

/** After a navigation, focuses the page's heading and announces its title. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setAnnouncement(document.title)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <ScrollRestoration getKey={scrollKey} />
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
}

/** Each entry of the history has its own place. The first of a load, always named alike, is known by its address. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}
