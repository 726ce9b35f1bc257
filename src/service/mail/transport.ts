import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { v7 as uuid } from 'uuid'
import { bounds } from '../bounds.ts'
import type { Settings } from '../configuration.ts'
import type { Mail } from '../world.ts'

/** Beyond these the attempt fails, so that stopping the service never waits for a silent server. */
const timeouts = {
  connectionTimeout: bounds.mail.connect,
  greetingTimeout: bounds.mail.greeting,
  socketTimeout: bounds.mail.silence,
}

/** Sends by SMTP if the operator has configured a server, else writes each email to a file in the outbox folder. */
export function mailTransport(settings: Pick<Settings, 'smtpUrl' | 'dataDir' | 'publicUrl'>): Mail {
  const from = { name: 'Site Performance', address: `no-reply@${mailDomain(settings.publicUrl)}` }
  if (settings.smtpUrl !== null) {
    const transport = createTransport(
      { url: settings.smtpUrl, requireTLS: needsTls(settings.smtpUrl), ...timeouts },
      { from, disableFileAccess: true, disableUrlAccess: true },
    )
    return {
      async send(letter) {
        await transport.sendMail(letter)
      },
    }
  }
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  const outbox = join(settings.dataDir, 'outbox')
  return {
    async send(letter) {
      const { message } = await writer.sendMail(letter)
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
 * Whether email may only be sent encrypted: it contains a password, and the connection the operator's credentials. A
 * network attacker could otherwise take STARTTLS out of the server's reply. A server on this machine needs none.
 */
function needsTls(smtpUrl: string): boolean {
  const { username, password, hostname } = new URL(smtpUrl)
  return username !== '' || password !== '' || !/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
}

/** The domain of the sender; an IP address becomes an address literal (RFC 5321, section 4.1.3). */
function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1, -1)}]`
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname
}
