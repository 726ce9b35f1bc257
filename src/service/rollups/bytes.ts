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
    // most numbers have one to four bytes, for which bits are faster than products
    let value = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte()
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
    for (let factor = 2 ** 28; factor <= 2 ** 49; factor *= 128) {
      const byte = this.#byte()
      value += (byte & 127) * factor
      if (byte < 128 && value <= Number.MAX_SAFE_INTEGER) return value
    }
    throw new Corrupt('A number is too large.')
  }

  number(): number {
    const packed = this.count()
    if (packed > 0) {
      // a remainder would take longer than all else
      const half = Math.floor(packed / 2)
      return (half * 2 === packed ? -half : half) / decimals
    }
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
