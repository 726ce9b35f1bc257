/** Packed numbers end too early, or aren't numbers that could have been packed. */
export class Corrupt extends Error {}

/** Numbers with three decimals are packed as thousandths, all others in 8 bytes. */
const decimals = 1000
const maxThousandths = 2 ** 50

/** Packs numbers into bytes: small ones take little space. */
export class ByteWriter {
  #bytes = new Uint8Array(256)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** A whole number from 0 to 2^53 - 1, seven bits in each byte and the least significant ones first. */
  count(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  /** Any finite number. */
  number(value: number): void {
    const thousandths = Math.round(value * decimals)
    if (Math.abs(thousandths) < maxThousandths && thousandths / decimals === value) {
      this.count(thousandths < 0 ? -thousandths * 2 : thousandths * 2 + 1)
      return
    }
    // no number of thousandths is packed as 0
    this.count(0)
    this.#reserve(8)
    this.#view.setFloat64(this.#length, value)
    this.#length += 8
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  /** What was written, which a further write overwrites after `clear`. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  clear(): void {
    this.#length = 0
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.#length + bytes))
    larger.set(this.written())
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** Reads what a `ByteWriter` wrote. Every read throws {@link Corrupt} where the bytes can't be that. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get position(): number {
    return this.#position
  }

  get atEnd(): boolean {
    return this.#position === this.#bytes.length
  }

  count(): number {
    const byte = this.#byte()
    // most numbers have one byte, and the rest two or three
    if (byte < 128) return byte
    let value = byte - 128
    for (let factor = 128; factor <= 2 ** 49; factor *= 128) {
      const next = this.#byte()
      if (next < 128) {
        value += next * factor
        if (value > Number.MAX_SAFE_INTEGER) break
        return value
      }
      value += (next - 128) * factor
    }
    throw new Corrupt('A number is too large.')
  }

  number(): number {
    const packed = this.count()
    if (packed > 0) return (packed % 2 === 1 ? (packed - 1) / 2 : -packed / 2) / decimals
    const start = this.#position
    this.skip(8)
    const value = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + start).getFloat64(0)
    if (!Number.isFinite(value)) throw new Corrupt('A number is not finite.')
    return value
  }

  skip(bytes: number): void {
    if (bytes > this.#bytes.length - this.#position) throw new Corrupt('The bytes end too early.')
    this.#position += bytes
  }

  #byte(): number {
    const byte = this.#bytes[this.#position]
    if (byte === undefined) throw new Corrupt('The bytes end too early.')
    this.#position++
    return byte
  }
}
