/**
 * Whether the certificate is checked. The document says that `ignore_ssl_check=false`, the default, means "the SSL
 * certificate is not checked", which is the opposite of what the name suggests. The service follows the document.
 */
export function isCertificateChecked(ignoreSslCheck: boolean): boolean {
  return ignoreSslCheck
}
