import { tabStorage } from '../lib/storage.ts'

const storageKey = 'site-performance.say-later'

/** Keeps a sentence to show after the page is loaded anew. */
export function setFlash(sentence: string): void {
  tabStorage.set(storageKey, sentence)
}

/** The sentence that was kept; null from the second call on. */
export function takeFlash(): string | null {
  const sentence = tabStorage.get(storageKey)
  tabStorage.remove(storageKey)
  return sentence
}
