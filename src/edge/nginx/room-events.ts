import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** The shortest time between two events, ms: a disk that is full now and then mustn't flood the log. */
const pauseMs = 3600_000

interface Options {
  readonly room: { readonly hasRoom: boolean }
  /** A file that exists while the disk is recorded as full, so that the next process knows. */
  readonly marker: string
  /** Records an event for every cached site. */
  readonly record: (hasRoom: boolean) => Promise<void>
  /** UNIX ms. */
  readonly now: () => number
}

/** Records once that the disk is full, and once that it has room again, for every cached site. */
export class RoomEvents {
  readonly #options: Options
  #recordedAt = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  /** @throws if it couldn't be recorded; the next call tries again */
  async tell(): Promise<void> {
    const { room, marker, record, now } = this.#options
    const { hasRoom } = room
    if (hasRoom !== existsSync(marker) || now() - this.#recordedAt < pauseMs) return
    await record(hasRoom)
    this.#recordedAt = now()
    if (hasRoom) rmSync(marker)
    else writeFileSync(marker, '')
  }
}
