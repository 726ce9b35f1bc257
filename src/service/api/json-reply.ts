/**
 * A reply that is JSON already. Turning a large one into text takes long enough to hold up other requests, so a reader
 * thread does it.
 */
export class JsonReply {
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }
}

/** The bytes of a `JsonReply`, in a buffer of their own, which can change threads without a copy. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}
