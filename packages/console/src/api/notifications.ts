/**
 * Whether this browser tells of requests while nobody looks at the page: the browser's own permission, and what the person chose here.
 *
 * @module
 */
import { useCallback, useSyncExternalStore } from 'react'

/** `unasked`: it can be offered. `off`: the person or the browser does not want it, or can't. */
export type NotificationChoice = 'on' | 'off' | 'unasked'

const key = 'toolyard.notifications'
const changed = 'toolyard-notifications'

function choice(): NotificationChoice {
  if (!('Notification' in globalThis) || Notification.permission === 'denied') return 'off'
  try {
    if (localStorage.getItem(key) === 'off') return 'off'
  } catch {
    return 'off'
  }
  return Notification.permission === 'granted' ? 'on' : 'unasked'
}

function listen(listener: () => void): () => void {
  addEventListener(changed, listener)
  return () => removeEventListener(changed, listener)
}

function tell(): void {
  dispatchEvent(new Event(changed))
}

export function useNotificationChoice(): {
  readonly choice: NotificationChoice
  /** Asks the browser, which asks the person. */
  readonly allow: () => void
  /** It is not offered again. */
  readonly dismiss: () => void
} {
  return {
    choice: useSyncExternalStore(listen, choice),
    allow: useCallback(() => void Notification.requestPermission().then(tell, tell), []),
    dismiss: useCallback(() => {
      try {
        localStorage.setItem(key, 'off')
      } catch {
        // Storage is switched off: then nothing is offered anyway.
      }
      tell()
    }, []),
  }
}
