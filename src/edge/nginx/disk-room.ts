import { statfs } from 'node:fs/promises'
import type { Problems } from '../control/problems.ts'

/** Whether the disk has room for what nginx keeps. A full one would break answers off in the middle. */
export class DiskRoom {
  readonly #folder: string
  readonly #least: number
  readonly #problems: Problems
  #hasRoom = true

  /** @param least the space that has to stay free, in bytes */
  constructor(folder: string, least: number, problems: Problems) {
    this.#folder = folder
    this.#least = least
    this.#problems = problems
  }

  get hasRoom(): boolean {
    return this.#hasRoom
  }

  /** Looks how much is free. Once it was too little, it has to be twice as much. */
  async look(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    this.#hasRoom = bavail * bsize >= (this.#hasRoom ? this.#least : 2 * this.#least)
    if (this.#hasRoom) this.#problems.end('cache disk')
    else this.#problems.begin('cache disk', 'The disk of the cache is full: answers are passed on without being kept.')
  }
}
