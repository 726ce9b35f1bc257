/**
 * What `ignore_ssl_check` means. The service's document says of `false`, the default, that "the SSL certificate is not
 * checked": the opposite of what the name suggests. The document holds: the certificate is checked where it is `true`.
 */
export function certificateIsChecked(ignoreSslCheck: boolean): boolean {
  return ignoreSslCheck
}
