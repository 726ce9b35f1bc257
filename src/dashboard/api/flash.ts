import { tabStorage } from '../lib/storage.ts'

const storageKey = 'site-performance.say-later'

/** Stores a sentence to show after the next page load. */
export function setFlash(sentence: string): void {
  tabStorage.set(storageKey, sentence)
}

/** Returns the stored sentence once, then null. */
export function takeFlash(): string | null {
  const sentence = tabStorage.get(storageKey)
  tabStorage.remove(storageKey)
  return sentence
}
