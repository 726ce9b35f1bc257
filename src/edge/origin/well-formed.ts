import type { OriginProblem } from '../../contract/origin-problems.ts'
import type { Fields } from '../cache/index.ts'

/** The rules that Node's parser holds an answer to, by the code of its error. */
const byCode: Readonly<Record<string, OriginProblem>> = {
  HPE_INVALID_CONSTANT: 'malformed_status_line',
  HPE_INVALID_VERSION: 'malformed_status_line',
  HPE_INVALID_STATUS: 'malformed_status_line',
  HPE_INVALID_HEADER_TOKEN: 'malformed_header',
  HPE_CR_EXPECTED: 'malformed_line_end',
  HPE_LF_EXPECTED: 'malformed_line_end',
  HPE_STRICT: 'malformed_line_end',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'malformed_length',
  HPE_INVALID_CONTENT_LENGTH: 'malformed_length',
  HPE_INVALID_TRANSFER_ENCODING: 'malformed_length',
  HPE_INVALID_CHUNK_SIZE: 'malformed_chunk',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'malformed_chunk',
  HPE_HEADER_OVERFLOW: 'malformed_head_size',
}

/** The rule behind an error of Node's parser; undefined where it's none. */
export function brokenRule(code: string): OriginProblem | undefined {
  return byCode[code] ?? (/^(?:HPE_|ERR_HTTP)/.test(code) ? 'http_protocol_error' : undefined)
}

/** The head of an answer that has been parsed. */
interface ParsedHead {
  readonly httpVersion: string
  readonly status: number
  readonly fields: Fields
}

/**
 * What is wrong with the head of an answer that Node's parser lets through; undefined where nothing is: versions other
 * than 1.0 and 1.1, a status below 200 that isn't interim (RFC 9110, section 15), and a transfer coding that the edge can't
 * decode, so that it can't tell where the body ends (RFC 9112, sections 6.1 and 6.3).
 */
export function wrongWith({ httpVersion, status, fields }: ParsedHead): OriginProblem | undefined {
  // nothing was asked that could switch the protocol
  if (status === 101) return 'http_upgrade_failed'
  if ((httpVersion !== '1.1' && httpVersion !== '1.0') || status < 200 || status > 999) return 'malformed_status_line'
  const coding = fields['transfer-encoding']?.toLowerCase()
  const isAlone = coding === undefined || !coding.includes(',')
  return isAlone && !compressions.has(coding ?? '') ? undefined : 'malformed_transfer_coding'
}

/** Names that mean nothing are left alone, as browsers do: such a body ends with the connection. */
const compressions: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'compress', 'x-compress', 'deflate'])
