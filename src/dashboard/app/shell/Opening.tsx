import { useEffect } from 'react'

interface Props {
  /** Called with true, and with false once the dialog is there or isn't wanted any more. */
  onChange: (isOpening: boolean) => void
  onCancel: () => void
}

/** In place of a dialog while its code loads, which takes as long as the service can't be reached. Escape cancels it. */
export function Opening({ onChange, onCancel }: Props) {
  useEffect(() => {
    onChange(true)
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onCancel()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      onChange(false)
    }
  }, [onChange, onCancel])
  return null
}
