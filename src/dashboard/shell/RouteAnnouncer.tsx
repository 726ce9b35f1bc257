import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation } from 'react-router'

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
      <ScrollRestoration getKey={(location) => location.key} />
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
}
