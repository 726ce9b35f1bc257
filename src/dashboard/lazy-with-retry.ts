import { health } from './api/health.ts'

const askAgainMs = 2000

/**
 * Code that is loaded when it is needed. While the server that has it does not answer, it waits: what was asked for
 * comes once the server is back. Fails only where the server answers and has it no more, as after an update.
 */
export function lazyWithRetry<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    let answered = false
    for (;;) {
      try {
        return await load()
      } catch (cause) {
        // the server may have come back just now
        if (answered) throw new ChunkLoadError('The server does not have this code.', { cause })
        answered = await answers()
        if (!answered) {
          health.report('down')
          await new Promise((resolve) => setTimeout(resolve, askAgainMs))
        }
        await loadStyles()
      }
    }
  }
}

/** A part of the dashboard could not be loaded, though its server answers. */
export class ChunkLoadError extends Error {
  override readonly name = 'MissingCode'
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

/** Notes which style sheets fail, from now on. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  }
  // errors of what a page fetches do not rise
  document.addEventListener('error', note, { capture: true })
}

/**
 * Asks again for style sheets that failed: whatever loads code thinks that it has them. Those under way are let be:
 * somebody waits for them.
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
