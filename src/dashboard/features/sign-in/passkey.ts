import type { NewPasskey, UsedPasskey } from '../../../contract/index.ts'

type Options = Readonly<Record<string, unknown>>

// only whoever has a passkey, or makes one, needs it
const webAuthn = () => import('@simplewebauthn/browser')

/** Has the browser ask for a passkey. @throws where the person doesn't, or has none */
export async function askForPasskey(options: Options): Promise<UsedPasskey> {
  const { startAuthentication } = await webAuthn()
  const { id, response } = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null } }
}

/** Has the browser make a passkey. @throws where the person doesn't */
export async function makePasskey(options: Options): Promise<NewPasskey> {
  const { startRegistration } = await webAuthn()
  const { id, response } = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) } }
}

/** Why there can't be passkeys here; undefined if there can. */
export function whyNoPasskeys(): string | undefined {
  return typeof window.PublicKeyCredential === 'function' ? undefined : 'This browser can’t use passkeys.'
}

/** Why nothing came of a passkey, where the browser says so rather than the service. */
export function passkeyProblem(error: unknown): string | null {
  const impossible = whyNoPasskeys()
  if (impossible !== undefined) return impossible
  if (!(error instanceof Error)) return null
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return 'The passkey wasn’t used: it was cancelled, took too long, or there is none here.'
  if (error.name === 'InvalidStateError') return 'This device has a passkey for you already.'
  if (error.name === 'SecurityError') return 'Passkeys don’t work at this address.'
  return null
}
