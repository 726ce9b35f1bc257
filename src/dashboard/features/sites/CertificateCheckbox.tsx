import type { ComponentProps } from 'react'
import { Checkbox } from '../../kit/choices/Checkbox.tsx'

/** The API's `ignore_ssl_check`: despite its name, true means that the certificate is checked. */
export function CertificateCheckbox(props: ComponentProps<typeof Checkbox>) {
  return (
    <Checkbox
      name="ignore_ssl_check"
      label="Check the site’s certificate first"
      description="If it isn’t valid, the host is refused."
      {...props}
    />
  )
}
