/** Whether the window is as narrow as a phone. */
import { useSyncExternalStore } from 'react'

const query = '(width < 40rem)'

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
