export const formats = ['plain', 'nginx', 'apache', 'iptables'] as const
export type Format = (typeof formats)[number]

/** Accepts an IPv4 or IPv6 address or network. Nothing else may get into a configuration. */
export function isAddress(text: string): boolean {
  return isIpv4(text) || /^(?=.*:)[0-9a-f:]{2,39}(\/\d{1,3})?$/i.test(text)
}

function isIpv4(text: string): boolean {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(\/\d{1,2})?$/.exec(text)
  return parts !== null && parts.slice(1, 5).every((part) => Number(part) <= 255)
}

/** An allowlist of the addresses in the syntax of `format`; everything else is denied. */
export function allowList(addresses: readonly string[], format: Format): string {
  const valid = addresses.filter(isAddress)
  switch (format) {
    case 'plain':
      return lines(valid)
    case 'nginx':
      return lines([...valid.map((address) => `allow ${address};`), 'deny all;'])
    case 'apache':
      return lines(['<RequireAny>', ...valid.map((address) => `  Require ip ${address}`), '</RequireAny>'])
    case 'iptables':
      return lines([
        ...rules('iptables', valid.filter(isIpv4)),
        ...rules(
          'ip6tables',
          valid.filter((address) => !isIpv4(address)),
        ),
      ])
  }
}

const web = '-p tcp -m multiport --dports 80,443'

/** Each address family has its own command. Without any address it only drops. */
function rules(command: string, addresses: readonly string[]): readonly string[] {
  return [
    ...addresses.map((address) => `${command} -A INPUT ${web} -s ${address} -j ACCEPT`),
    `${command} -A INPUT ${web} -j DROP`,
  ]
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
