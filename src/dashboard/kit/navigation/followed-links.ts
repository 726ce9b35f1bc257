interface Followed {
  readonly href: string
  /** Its place among the page's links to the same address. */
  readonly index: number
}

/** The link of its page that was followed from an entry of the history, by the entry's key. */
const followed = new Map<string, Followed>()
const maxFollowed = 100
/** A page that takes longer to draw its link keeps the focus on its heading, ms. */
const patienceMs = 5000

/** Remembers which link is followed while the history is at this entry. Returns how to stop. */
export function rememberFollowed(key: string): () => void {
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[href]') : null
    if (!link) return
    const href = link.getAttribute('href') ?? ''
    const index = linksTo(href).indexOf(link)
    followed.delete(key)
    if (index !== -1) followed.set(key, { href, index })
    for (const oldest of [...followed.keys()].slice(0, -maxFollowed)) followed.delete(oldest)
  }
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}

/**
 * Focuses the link that was followed from an entry of the history once it's drawn, unless the focus is moved before.
 * Returns how to stop waiting for it.
 */
export function focusFollowed(key: string): (() => void) | undefined {
  const wanted = followed.get(key)
  if (!wanted) return undefined
  const from = document.activeElement
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const look = () => {
    const isMoved = document.activeElement !== from && document.activeElement !== document.body
    const links = linksTo(wanted.href)
    const link = links[wanted.index] ?? links.at(-1)
    if (isMoved || link) stop()
    if (!isMoved) link?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(stop, patienceMs)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return stop
}

function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)]
}
