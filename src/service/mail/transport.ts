import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callbackify } from 'node:util'
import { createTransport } from 'nodemailer'
import { v7 as uuid } from 'uuid'
import { mailLimits } from './limits.ts'
import type { Settings } from '../configuration/configuration.ts'
import { Failure, guardedDial, machineResolver, type Resolver } from '../../shared/guard/index.ts'
import type { Letter, Mail } from '../world/world.ts'

/** Beyond these the attempt fails. The times are short, so that stopping the service never waits for a silent server. */
const limits = {
  connectionTimeout: mailLimits.connect,
  greetingTimeout: mailLimits.greeting,
  socketTimeout: mailLimits.silence,
  maxResponseSize: mailLimits.reply,
}

/**
 * Sends by SMTP if the operator has configured a server, else writes each email to a file in the outbox folder.
 * @param resolver finds the server
 */
export function mailTransport(
  settings: Pick<Settings, 'smtpUrl' | 'dataDir' | 'publicUrl'>,
  resolver: Resolver = machineResolver(),
): Mail {
  const domain = mailDomain(settings.publicUrl)
  const from = { name: 'Site Performance', address: `no-reply@${domain}` }
  const withId = ({ id, ...letter }: Letter) => ({
    ...letter,
    ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
  })
  if (settings.smtpUrl !== null) {
    const transport = createTransport(
      { ...serverOf(settings.smtpUrl), ...limits, getSocket: connectionBy(resolver) },
      { from, disableFileAccess: true, disableUrlAccess: true },
    )
    return {
      async send(letter) {
        await transport.sendMail(withId(letter))
      },
    }
  }
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  const outbox = join(settings.dataDir, 'outbox')
  return {
    async send(letter) {
      const { message } = await writer.sendMail(withId(letter))
      if (!Buffer.isBuffer(message)) throw new Error('the email could not be rendered')
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const file = join(outbox, `${uuid()}.eml`)
      // renamed when complete, and readable by its owner only: it contains a password
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

/**
 * The server, and whether email may only be sent encrypted: it contains a password, and the connection the operator's
 * credentials. A network attacker could otherwise take STARTTLS out of the server's reply. A server on this machine needs
 * none.
 */
function serverOf(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl)
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(url.hostname)
  // nodemailer's options in the query would win over ours: `ignoreTLS`, `host` and more
  const harmless = [...url.searchParams].filter(([name]) => /^(name|authMethod|tls\..+)$/.test(name))
  url.search = new URLSearchParams(harmless).toString()
  return { url: url.href, requireTLS: url.username !== '' || url.password !== '' || !isLocal }
}

interface SocketOptions {
  readonly host?: string | undefined
  readonly port?: number | string | undefined
  readonly secure?: boolean | undefined
}

/** Connects for nodemailer, whose own look-ups would wait for a name server that is silent. */
function connectionBy(resolver: Resolver) {
  return callbackify(async ({ host = 'localhost', port, secure = false }: SocketOptions) => {
    const dial = guardedDial({ resolver, allowPrivateTargets: true })
    const signal = AbortSignal.timeout(mailLimits.connect)
    try {
      const { socket } = await dial(host, Number(port) || (secure ? 465 : 587), signal)
      return { connection: socket }
    } catch (error) {
      if (error instanceof Failure) throw error
      throw new Failure('connect-failed', `No connection to ${host} in time.`, { cause: error })
    }
  })
}

/** The domain of the sender; an IP address becomes an address literal (RFC 5321, section 4.1.3). */
function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1, -1)}]`
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname
}
