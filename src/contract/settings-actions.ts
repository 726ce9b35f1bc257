/** The two lists of `defaultActions` that hold named actions. */
export const actionGroups = ['resourceActions', 'documentActions'] as const
export type ActionGroup = (typeof actionGroups)[number]

/** The options of an action, in addition to on and off. */
export interface ActionOptions {
  /** How long to keep a page, s. */
  readonly maxAge?: number
  /** Cookie names; one that ends in `*` stands for all names that begin so. */
  readonly sessionCookies?: readonly string[]
  /** The same, of cookies that show no session. */
  readonly harmlessCookies?: readonly string[]
  /** Query parameter names; one that ends in `*` stands for all names that begin so. */
  readonly parameters?: readonly string[]
}

export interface SettingsAction {
  readonly group: ActionGroup
  readonly label: string
  /** What it does, in a line for account holders. */
  readonly description: string
  /** What else there is to know about it. */
  readonly details?: string
  /** Whether it's on for a site whose settings don't mention it. */
  readonly enabled: boolean
  /** The options it takes, with their defaults. */
  readonly options: ActionOptions
}

const sessionCookies = [
  'session*',
  'sess*',
  'sid',
  'PHPSESSID',
  'JSESSIONID',
  'connect.sid',
  'ASP.NET_SessionId',
  'laravel_session',
  'wordpress_logged_in_*',
  'woocommerce_*',
  'wp_woocommerce_session_*',
  'cart*',
]

/** Cookies that servers don't read: of statistics, advertising, consent, load balancers and bot filters. */
const harmlessCookies = [
  '_ga*',
  '_gid',
  '_gat*',
  '_gac_*',
  '_gcl_*',
  '__utm*',
  '_fbp',
  '_fbc',
  '_uet*',
  '_ttp',
  '_scid*',
  '_pin_unauth',
  '_hj*',
  '_clck',
  '_clsk',
  '_pk_*',
  'ajs_anonymous_id',
  'amplitude_id*',
  '_dd_s',
  '__hstc',
  '__hssc',
  '__hssrc',
  'hubspotutk',
  'CookieConsent*',
  'cookieconsent_*',
  'cookie_notice_accepted',
  'cookielawinfo-*',
  'cookieyes-*',
  'cmplz_*',
  'borlabs-cookie',
  'euconsent-v2',
  'didomi_token',
  'OptanonConsent',
  'OptanonAlertBoxClosed',
  'AWSALB*',
  'AWSELB*',
  '__cf_bm',
  '_cfuvid',
  'cf_clearance',
]

const campaignParameters = [
  'utm_*',
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'yclid',
  'mc_cid',
  'mc_eid',
]

/** Everything the edge can do to a site's pages and files. The edge, the settings' schema and the dashboard read this. */
export const settingsActions = {
  cache: {
    group: 'resourceActions',
    label: 'Cache',
    description: 'Keeps pages and files for as long as their headers allow a shared cache to keep them.',
    enabled: true,
    options: {},
  },
  htmlCache: {
    group: 'resourceActions',
    label: 'Cache pages for anonymous visitors',
    description: 'Also keeps pages whose headers don’t say for how long, for visitors without a session.',
    details:
      'A visitor without a session sends no cookies, or only such as are known to be harmless. Pages marked private or no-store, and pages that set a cookie, are never kept.',
    enabled: false,
    options: { maxAge: 600, sessionCookies, harmlessCookies },
  },
  compression: {
    group: 'documentActions',
    label: 'Compress',
    description: 'Sends text as Brotli, gzip or Zstandard, whichever the browser prefers.',
    enabled: true,
    options: {},
  },
  staleWhileRevalidate: {
    group: 'documentActions',
    label: 'Serve stale while refreshing',
    description: 'Answers with an outdated page while a new one is fetched, where your server allows it.',
    details: 'Your server allows it with stale-while-revalidate in its Cache-Control header.',
    enabled: true,
    options: {},
  },
  ignoredParameters: {
    group: 'documentActions',
    label: 'Ignore campaign parameters',
    description: 'Treats addresses that differ only in utm_source and the like as one page.',
    details:
      'Your server is asked for that page without these query parameters; it gets them only with requests that the cache can’t answer. A query with a semicolon stays as it is.',
    enabled: false,
    options: { parameters: campaignParameters },
  },
  earlyHints: {
    group: 'documentActions',
    label: 'Early hints',
    description: 'Tells browsers what a page will load while your server is still building it.',
    details:
      'The answer is a 103 Early Hints. It repeats the Link headers that your server sent last to a visitor without cookies, as far as they lead to your site or to https addresses. If your home page has none, it names what its samples loaded first.',
    enabled: false,
    options: {},
  },
  speculation: {
    group: 'documentActions',
    label: 'Prefetch on press',
    description: 'Lets browsers fetch the next page as soon as a visitor presses a link.',
    details: 'Browsers that understand Speculation Rules do so.',
    enabled: false,
    options: {},
  },
  httpsRedirect: {
    group: 'documentActions',
    label: 'Redirect to https',
    description: 'Sends visitors who come over http to the same address over https.',
    details: 'The answer is a 308, as soon as there is a certificate for the host.',
    enabled: false,
    options: {},
  },
  images: {
    group: 'documentActions',
    label: 'Convert images',
    description: 'Sends JPEG and PNG images as AVIF or WebP where that makes them smaller.',
    details:
      'Only cached images are converted, and only for browsers that accept the format. Metadata, such as where a photo was taken, is left out.',
    enabled: false,
    options: {},
  },
} as const satisfies Record<string, SettingsAction>

export type ActionName = keyof typeof settingsActions
export const actionNames = Object.keys(settingsActions) as readonly ActionName[]

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(settingsActions, name)
}
