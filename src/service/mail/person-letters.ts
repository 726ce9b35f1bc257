import type { Letter } from '../world/world.ts'
import { bodyOf } from './message.ts'

interface Invitation {
  readonly email: string
  /** The partner or account. */
  readonly place: string
  readonly role: string
  /** Null where the operator or a program invites. */
  readonly invitedBy: string | null
  readonly url: string
  readonly expiresAt: number
}

const utc = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The only message that has the invitation's link. */
export function invitationLetter({ email, place, role, invitedBy, url, expiresAt }: Invitation): Letter {
  return {
    to: email,
    subject: `Invitation to ${place} on Site Performance`,
    ...bodyOf({
      title: invitedBy === null ? `You’re invited to ${place}.` : `${invitedBy} invites you to ${place}.`,
      blocks: [
        { is: 'words', text: `You’d be ${role === 'owner' || role === 'operator' ? 'an' : 'a'} ${role} there.` },
        { is: 'link', label: 'Accept the invitation', url, isAction: true },
        {
          is: 'words',
          text: `The link works once, until ${utc(expiresAt)}. If you didn’t expect it, ignore this mail: nothing happens then.`,
        },
      ],
    }),
  }
}

interface Reset {
  readonly email: string
  readonly url: string
  readonly expiresAt: number
}

export function resetLetter({ email, url, expiresAt }: Reset): Letter {
  return {
    to: email,
    subject: 'Choose a new password for Site Performance',
    ...bodyOf({
      title: 'Choose a new password.',
      blocks: [
        { is: 'link', label: 'Set a new password', url, isAction: true },
        {
          is: 'words',
          text: `The link works once, until ${utc(expiresAt)}. All your sessions end then. If it wasn’t you who asked for it, ignore this mail: your password stays as it is.`,
        },
      ],
    }),
  }
}

/** For an owner who has a password already, or is somebody elsewhere. */
export function accessLetter({ email, place, dashboard }: { email: string; place: string; dashboard: string }): Letter {
  return {
    to: email,
    subject: `Your access to ${place} on Site Performance`,
    ...bodyOf({
      title: `You’re an owner of ${place}.`,
      blocks: [
        { is: 'words', text: 'Sign in with your email address and the password that you already have.' },
        { is: 'link', label: 'Open the dashboard', url: dashboard, isAction: true },
      ],
    }),
  }
}

/** To the address that somebody had. */
export function addressChangedLetter({ email, place }: { email: string; place: string }): Letter {
  return {
    to: email,
    subject: 'Your Site Performance address was changed',
    ...bodyOf({
      title: 'Your email address was changed.',
      blocks: [
        {
          is: 'words',
          text: `You can no longer sign in with this email address: your hosting provider has given ${place} another one. If that’s wrong, tell them.`,
        },
      ],
    }),
  }
}

/** So that whoever didn't do it themselves notices. */
export function passwordChangedLetter({ email, url }: { email: string; url: string }): Letter {
  return {
    to: email,
    subject: 'Your Site Performance password was changed',
    ...bodyOf({
      title: 'Your password was changed.',
      blocks: [
        { is: 'words', text: 'If it wasn’t you, set a new one at once: all sessions end then.' },
        { is: 'link', label: 'Set a new password', url },
      ],
    }),
  }
}

interface FactorChange {
  readonly email: string
  readonly factor: 'passkey' | 'authenticator' | 'recovery_codes' | 'all'
  readonly change: 'added' | 'removed' | 'made' | 'reset'
  readonly url: string
}

const factorTitles: Readonly<Record<FactorChange['factor'], (change: string) => string>> = {
  passkey: (change) => `A passkey was ${change}.`,
  authenticator: (change) => `An authenticator app was ${change}.`,
  recovery_codes: () => 'New recovery codes were made.',
  all: () => 'Your second factors were removed by the operator.',
}

/** So that whoever didn't do it themselves notices. */
export function factorLetter({ email, factor, change, url }: FactorChange): Letter {
  const title = factorTitles[factor](change)
  return {
    to: email,
    subject: `Site Performance: ${title.replace(/\.$/, '')}`,
    ...bodyOf({
      title,
      blocks: [
        {
          is: 'words',
          text: 'If it wasn’t you, change your password and end all other sessions at once, then look at your factors.',
        },
        { is: 'link', label: 'Open your security settings', url },
      ],
    }),
  }
}

interface SignIn {
  readonly email: string
  readonly browser: string | null
  readonly url: string
}

export function recoveryCodeLetter({ email, browser, left, url }: SignIn & { readonly left: number }): Letter {
  return {
    to: email,
    subject: 'A recovery code signed in to Site Performance',
    ...bodyOf({
      title: 'A recovery code was used to sign in.',
      blocks: [
        { is: 'facts', rows: [...browserFact(browser), ['Codes left', String(left)]] },
        {
          is: 'words',
          text: 'If it wasn’t you, change your password and end all other sessions at once, then make new codes.',
        },
        { is: 'link', label: 'Open your security settings', url },
      ],
    }),
  }
}

/** So that whoever didn't do it themselves notices. */
export function newBrowserLetter({
  email,
  browser,
  address,
  at,
  url,
}: SignIn & { readonly address: string; readonly at: number }): Letter {
  return {
    to: email,
    subject: 'A new browser signed in to Site Performance',
    ...bodyOf({
      title: 'A browser that you haven’t used before signed in.',
      blocks: [
        { is: 'facts', rows: [...browserFact(browser), ['Address', address], ['Time', utc(at)]] },
        { is: 'words', text: 'If it wasn’t you, change your password and end all other sessions at once.' },
        { is: 'link', label: 'Open your security settings', url },
      ],
    }),
  }
}

const browserFact = (browser: string | null): [string, string][] => (browser === null ? [] : [['Browser', browser]])
