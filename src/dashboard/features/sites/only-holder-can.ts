/** Tells a partner what the partner API doesn't offer: "open settings". */
export function onlyHolderCan(action: string): string {
  return `Only the account holder can ${action}.`
}
