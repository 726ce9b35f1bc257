import { connect, type TLSSocket } from 'node:tls'
import type { Socket } from 'node:net'
import { networkLimits } from './limits.ts'
import { certificateProblem, connectTarget, type Guard, resolveTarget, serverName } from '../../shared/guard/index.ts'
import type { Network } from './world.ts'

/** The real network, as far as the guard allows. */
export function realNetwork(guard: Guard): Network {
  return {
    async https(host, port, { mayBePrivate }) {
      const signal = AbortSignal.timeout(networkLimits.https)
      try {
        const allowed = { ...guard, allowPrivateTargets: guard.allowPrivateTargets && mayBePrivate }
        const target = await resolveTarget(host, allowed, signal)
        const answer = await handshake(host, await connectTarget(host, port, target, signal), signal)
        if (answer) return answer
      } catch {
        // whether the name is unknown, refused or silent, the host doesn't answer
      }
      return { answers: false }
    },
  }
}

function handshake(
  host: string,
  connected: Socket,
  signal: AbortSignal,
): Promise<{ answers: true; certificate: string | null } | undefined> {
  return new Promise((resolve) => {
    const name = serverName(host.replace(/^\[|\]$/g, ''))
    const socket: TLSSocket = connect({ socket: connected, rejectUnauthorized: false, ...name }, () => {
      const certificate = socket.authorized ? null : certificateProblem(socket.authorizationError)
      socket.destroy()
      resolve({ answers: true, certificate })
    })
    socket.on('error', () => resolve(undefined))
    const giveUp = () => {
      socket.destroy()
      resolve(undefined)
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}
