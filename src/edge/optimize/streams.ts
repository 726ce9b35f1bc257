import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { Transform } from 'node:stream'
import type { Coding } from './codings.ts'

/**
 * How a body is compressed while it is sent. `gzip-literal` is gzip without references to what came before: it saves less,
 * and its length doesn't tell whether a text stands in the body twice.
 */
export type StreamCoding = Coding | 'gzip-literal'

/** A stream of zlib's. */
interface Compressor extends Transform {
  flush(kind: number): void
}

export interface OpenStream {
  /** Compresses in zlib's threads. It has to be destroyed. */
  readonly stream: Transform
  /** Has it give out what it has taken. */
  readonly flush: () => void
}

/** Bytes that wait to be compressed. */
const pace = { writableHighWaterMark: 64 * 1024 }
/** Larger windows than 256 KiB gain nothing for pages. */
const windowLog = 18

const makers: Readonly<Record<StreamCoding, () => Compressor>> = {
  br: () =>
    createBrotliCompress({
      ...pace,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: windowLog },
    }),
  zstd: () =>
    createZstdCompress({
      ...pace,
      params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: windowLog },
    }),
  gzip: () => createGzip({ ...pace, level: 5 }),
  'gzip-literal': () => createGzip({ ...pace, strategy: constants.Z_HUFFMAN_ONLY }),
}

const flushKinds: Readonly<Record<StreamCoding, number>> = {
  br: constants.BROTLI_OPERATION_FLUSH,
  zstd: constants.ZSTD_e_flush,
  gzip: constants.Z_SYNC_FLUSH,
  'gzip-literal': constants.Z_SYNC_FLUSH,
}

/** The streams that compress at present. Each takes about 1 MiB, so that there are so many and no more. */
export class CompressionStreams {
  readonly #most: number
  #open = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Whether another one may be opened. */
  get hasRoom(): boolean {
    return this.#open < this.#most
  }

  open(coding: StreamCoding): OpenStream {
    this.#open++
    const stream = makers[coding]()
    stream.once('close', () => this.#open--)
    return { stream, flush: () => stream.flush(flushKinds[coding]) }
  }
}
