import { requestLimits } from './limits.ts'
import { HttpError } from '../api/errors.ts'

/** In ASCII, and so in UTF-8. */
const codes = { quote: 0x22, backslash: 0x5c, bracket: 0x5b, closingBracket: 0x5d, brace: 0x7b, closingBrace: 0x7d }

/** Parses a JSON body. @throws {HttpError} 400 */
export function parseJson(bytes: Uint8Array): unknown {
  // whatever works on the value calls itself for each level, and the stack is limited
  if (depthOf(bytes) > requestLimits.jsonDepth) throw new HttpError(400, 'The JSON is nested too deeply.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.')
  }
}

/** The deepest nesting of arrays and objects in JSON text. */
function depthOf(json: Uint8Array): number {
  let [depth, deepest, inString] = [0, 0, false]
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (inString && byte === codes.backslash) i++
    else if (byte === codes.quote) inString = !inString
    else if (!inString && (byte === codes.bracket || byte === codes.brace)) deepest = Math.max(deepest, ++depth)
    else if (!inString && (byte === codes.closingBracket || byte === codes.closingBrace)) depth--
  }
  return deepest
}
