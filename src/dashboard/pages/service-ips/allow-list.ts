export const formats = ['plain', 'nginx', 'apache', 'iptables'] as const
export type Format = (typeof formats)[number]

/** An IPv4 or IPv6 address, with a prefix length where it is a network. Nothing else may get into a configuration. */
export function isAddress(text: string): boolean {
  return isIpv4(text) || /^(?=.*:)[0-9a-f:]{2,39}(\/\d{1,3})?$/i.test(text)
}

function isIpv4(text: string): boolean {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(\/\d{1,2})?$/.exec(text)
  return parts !== null && parts.slice(1, 5).every((part) => Number(part) <= 255)
}

/** The addresses as a list that lets in these and nobody else, in the words of what it is for. */
export function allowList(addresses: readonly string[], format: Format): string {
  const good = addresses.filter(isAddress)
  switch (format) {
    case 'plain':
      return lines(good)
    case 'nginx':
      return lines([...good.map((address) => `allow ${address};`), 'deny all;'])
    case 'apache':
      return lines(['<RequireAny>', ...good.map((address) => `  Require ip ${address}`), '</RequireAny>'])
    case 'iptables':
      return lines([
        ...rules('iptables', good.filter(isIpv4)),
        ...rules(
          'ip6tables',
          good.filter((one) => !isIpv4(one)),
        ),
      ])
  }
}

const web = '-p tcp -m multiport --dports 80,443'

/** Each family of addresses has a command of its own; one without any address lets nobody in. */
function rules(command: string, addresses: readonly string[]): readonly string[] {
  return [
    ...addresses.map((address) => `${command} -A INPUT ${web} -s ${address} -j ACCEPT`),
    `${command} -A INPUT ${web} -j DROP`,
  ]
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
