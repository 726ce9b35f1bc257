import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

interface VisitOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Visit {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** A visitor without a browser. Unlike one, it can send any host to an edge, and keeps nothing. */
export class Visitor {
  readonly #edge: { readonly host: string; readonly port: number }
  readonly #agent = new Agent({ keepAlive: true })

  constructor(edge: { readonly host: string; readonly port: number }) {
    this.#edge = edge
  }

  async visit(host: string, path: string, { method = 'GET', headers = {} }: VisitOptions = {}): Promise<Visit> {
    const { host: address, port } = this.#edge
    const sent = request({ agent: this.#agent, host: address, port, path, method, headers: { ...headers, Host: host } })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  }

  leave(): void {
    this.#agent.destroy()
  }
}
