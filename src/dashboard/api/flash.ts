const storageKey = 'site-performance.say-later'

/** Keeps a sentence over the load of another page. */
export function sayLater(sentence: string): void {
  try {
    sessionStorage.setItem(storageKey, sentence)
  } catch {
    // without storage there is no session to come back to either
  }
}

/** What was kept, once. */
export function saidBefore(): string | null {
  try {
    const sentence = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return sentence
  } catch {
    return null
  }
}
