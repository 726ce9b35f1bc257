import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

/**
 * Makes the request that a printed curl command makes. A real shell reads the command, so its quoting and variables count;
 * the few options that the examples use are interpreted here, so the tests don't need curl.
 */
export async function runCurl(command: string, variables: Readonly<Record<string, string>>): Promise<Response> {
  const words = await wordsOf(command, variables)
  const jar = words[words.indexOf('-c') + 1]
  const response = await fetch(requestOf(words))
  const [cookie] = response.headers.getSetCookie()
  if (words.includes('-c') && jar !== undefined && cookie !== undefined) writeFileSync(jar, cookie.split(';')[0] ?? '')
  return response
}

/** The arguments that the shell would pass to curl. */
async function wordsOf(command: string, variables: Readonly<Record<string, string>>): Promise<string[]> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const { stdout } = await promisify(execFile)('/bin/sh', ['-euc', script], { env: variables })
  return stdout.split('\0').slice(0, -1)
}

/** What an earlier command has kept with `-c`; here the bare cookie. */
const cookieIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** @throws for an option that none of the examples uses */
export function requestOf(words: readonly string[]): Request {
  const rest = [...words]
  const next = () => rest.shift() ?? ''
  const headers = new Headers()
  const data: string[] = []
  let [url, method, isQuery] = ['', '', false]
  while (rest.length > 0) {
    const word = next()
    if (word === '--fail-with-body') continue
    else if (word === '--get') isQuery = true
    else if (word === '-X') method = next()
    else if (word === '-H') headers.append(...headerOf(next()))
    else if (word === '-b') headers.set('Cookie', cookieIn(next()))
    else if (word === '-c') next()
    else if (word === '--data') data.push(next())
    else if (word === '--data-urlencode') data.push(encoded(next()))
    else if (word.startsWith('-') || url !== '') throw new Error(`The examples do not use this argument: ${word}`)
    else url = word
  }
  const text = data.join('&')
  if (isQuery) return new Request(text === '' ? url : `${url}?${text}`, { method: method || 'GET', headers })
  if (data.length === 0) return new Request(url, { method: method || 'GET', headers })
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/x-www-form-urlencoded')
  return new Request(url, { method: method || 'POST', headers, body: text })
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

/** `name=value`, of which curl encodes the value only. */
function encoded(field: string): string {
  const equals = field.indexOf('=')
  return `${field.slice(0, equals + 1)}${encodeURIComponent(field.slice(equals + 1))}`
}
