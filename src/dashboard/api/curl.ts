import { headers } from '../../contract/index.ts'

interface Request {
  readonly method: 'POST' | 'PUT'
  /** With the API's base URL. */
  readonly url: string
  /** JSON. */
  readonly body: string
}

/** A request as a shell command, which reads the key from the environment. */
export function curlOf({ method, url, body }: Request): string {
  return [
    `curl -X ${method} ${shellQuoted(url)}`,
    `  -H "${headers.key}: $KEY"`,
    `  -H ${shellQuoted('Content-Type: application/json')}`,
    `  -d ${shellQuoted(body)}`,
  ].join(' \\\n')
}

/** In a POSIX shell, only the quote itself is special between single quotes. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
