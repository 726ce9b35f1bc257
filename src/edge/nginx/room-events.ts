import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** How long after it told something it tells the next, ms: a disk that is full now and then mustn't fill the logs. */
const pauseMs = 3600_000

interface Options {
  readonly room: { readonly hasRoom: boolean }
  /** The file that says, also to the next process, that it was told that the disk is full. */
  readonly marker: string
  /** Tells everyone whose sites are cached. */
  readonly record: (hasRoom: boolean) => Promise<void>
  /** UNIX ms. */
  readonly now: () => number
}

/** Tells those whose sites are cached that the disk is full, once, and once when it has room again. */
export class RoomEvents {
  readonly #options: Options
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  /** @throws if it couldn't be told; the next call tries again */
  async tell(): Promise<void> {
    const { room, marker, record, now } = this.#options
    const { hasRoom } = room
    if (hasRoom !== existsSync(marker) || now() - this.#toldAt < pauseMs) return
    await record(hasRoom)
    this.#toldAt = now()
    if (hasRoom) rmSync(marker)
    else writeFileSync(marker, '')
  }
}
