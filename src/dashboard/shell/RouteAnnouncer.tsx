import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation } from 'react-router'

/** After a navigation the focus is at the page's heading, and its title is read out. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setSaid(document.title)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <ScrollRestoration getKey={(location) => location.key} />
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </>
  )
}
