const storageKey = 'site-performance.say-later'

/** Keeps a sentence over the load of another page. */
export function setFlash(sentence: string): void {
  try {
    sessionStorage.setItem(storageKey, sentence)
  } catch {
    // without storage there is no session to come back to either
  }
}

/** What was kept, once. */
export function takeFlash(): string | null {
  try {
    const sentence = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return sentence
  } catch {
    return null
  }
}
