import type { FieldLines, Fields } from '../cache/index.ts'
import { isCompressible } from '../optimize/compress.ts'
import { withVary } from '../optimize/forms.ts'
import { isConvertible } from '../optimize/images.ts'
import { acts, type VisitorRequest } from '../exchange/exchange.ts'

/** In which other forms a response may be sent, as the site's settings say. */
export interface OtherForms {
  readonly codings: boolean
  readonly images: boolean
}

export function otherForms(visit: VisitorRequest, status: number, fields: Fields): OtherForms {
  return {
    codings: isCompressible(status, fields) && acts(visit, 'compression'),
    images: isConvertible(status, fields) && acts(visit, 'images'),
  }
}

/** Says which request fields choose the form. */
export function withVaries(lines: FieldLines, fields: Fields, { codings, images }: OtherForms): FieldLines {
  const varied = codings ? withVary(lines, fields, 'Accept-Encoding') : lines
  return images ? withVary(varied, fields, 'Accept') : varied
}
