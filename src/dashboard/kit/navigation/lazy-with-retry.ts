import { health } from '../../api/health.ts'

const retryMs = 2000

/**
 * Loads code on demand, once: importing it again would cost the page a task for each file. If the server doesn't answer,
 * waits until it's back. Fails only if the server answers and no longer has the code, as after an update; the
 * next call tries again.
 */
export function lazyWithRetry<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined
  return () => {
    loaded ??= loadWithRetry(load).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  let answered = false
  for (;;) {
    try {
      return await load()
    } catch (cause) {
      // the server may have just come back
      if (answered) throw new ChunkLoadError('The server doesn’t have this code.', { cause })
      answered = await answers()
      if (!answered) {
        health.report('down')
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
      await loadStyles()
    }
  }
}

/** The server answers, but no longer has this part of the dashboard. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

async function answers(): Promise<boolean> {
  try {
    await fetch('/config.json', { method: 'HEAD', credentials: 'omit', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

const failedStyles = new Set<HTMLLinkElement>()

/** Starts recording which style sheets fail to load. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  }
  // resource errors don't bubble
  document.addEventListener('error', note, { capture: true })
}

/**
 * Requests failed style sheets again, because Vite's loader assumes that they are there. Leaves those still loading
 * alone: something waits for them.
 */
async function loadStyles(): Promise<void> {
  const failed = [...failedStyles]
  failedStyles.clear()
  await Promise.all(failed.map(loadAnew))
}

async function loadAnew(link: HTMLLinkElement): Promise<void> {
  const fresh = document.createElement('link')
  fresh.rel = link.rel
  fresh.crossOrigin = link.crossOrigin
  fresh.href = link.href
  const settled = new Promise<unknown>((resolve) => {
    fresh.addEventListener('load', resolve)
    fresh.addEventListener('error', resolve)
  })
  link.replaceWith(fresh)
  await settled
}
