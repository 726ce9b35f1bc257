interface Followed {
  readonly href: string
  /** Its place among the page's links to the same address. */
  readonly index: number
}

/** The link of its page that was followed from an entry of the history, by the entry's key. */
const followed = new Map<string, Followed>()
const maxFollowed = 100
/** A page that takes longer to draw its link keeps the focus on its heading. */
const patienceMs = 5000

/** Remembers which link is followed while the history is at this entry. Returns how to stop. */
export function rememberFollowed(key: string): () => void {
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[href]') : null
    if (!link) return
    followed.delete(key)
    const href = link.getAttribute('href') ?? ''
    const index = linksTo(href).indexOf(link)
    if (index === -1) return
    followed.set(key, { href, index })
    const [oldest] = followed.keys()
    if (followed.size > maxFollowed && oldest !== undefined) followed.delete(oldest)
  }
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}

/**
 * Focuses the link that was followed from an entry of the history, unless the focus is moved before that is drawn.
 * Returns how to stop waiting for it.
 */
export function focusFollowed(key: string): (() => void) | undefined {
  const wanted = followed.get(key)
  const main = document.querySelector('main')
  if (!wanted || !main) return undefined
  const from = document.activeElement
  const observer = new MutationObserver(look)
  const timer = setTimeout(stop, patienceMs)
  observer.observe(main, { childList: true, subtree: true })
  look()
  return stop

  function look() {
    if (document.activeElement !== from && document.activeElement !== document.body) return stop()
    const links = linksTo(wanted?.href ?? '')
    const link = links[wanted?.index ?? 0] ?? links.at(-1)
    if (!link) return
    stop()
    link.focus({ preventScroll: true })
  }

  function stop() {
    observer.disconnect()
    clearTimeout(timer)
  }
}

function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)]
}
