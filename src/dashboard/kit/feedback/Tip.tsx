import { lazy, Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import { lazyWithRetry } from '../navigation/lazy-with-retry.ts'

const TipBubble = lazy(lazyWithRetry(() => import('./TipBubble.tsx')))

interface Props {
  /** The element that it explains. */
  at: HTMLElement
  /** A press of Escape, or of something else, ends it. */
  onClose: () => void
  children: ReactNode
}

/** A tooltip. Placing one takes more code than most pages, so it's loaded with the first. */
export function Tip({ at, onClose, children }: Props) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && at.contains(target))) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [at])
  return (
    <Suspense>
      <TipBubble opened target={at} label={children} />
    </Suspense>
  )
}
