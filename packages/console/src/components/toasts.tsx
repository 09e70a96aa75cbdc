/** Short notices of what was done, read aloud too; each goes by itself. They stand at the top, where nothing is pressed. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { useWords } from '../i18n/preferences.tsx'
import { errorText } from './error-text.ts'
import { visible } from './visible.ts'

/** What was done, or the error that kept it from being done. */
type Say = (said: string | Error) => void

const ToastContext = createContext<Say>(() => undefined)
const shownMs = 5000

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const words = useWords()
  const [toasts, setToasts] = useState<readonly { readonly id: number; readonly said: string | Error }[]>([])
  const say = useCallback((said: string | Error) => {
    const id = Math.random()
    // What is said again stands there once.
    setToasts((shown) => [...shown.filter((toast) => toast.said !== said).slice(-2), { id, said }])
    setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), shownMs)
  }, [])
  return (
    <ToastContext value={say}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 top-3 z-50 flex flex-col items-center gap-2"
      >
        {toasts.map(({ id, said }) => (
          <div key={id} className="max-w-sm rounded-md bg-solid px-3 py-2 text-sm text-on-solid shadow-float">
            {visible(typeof said === 'string' ? said : errorText(said, words))}
          </div>
        ))}
      </div>
    </ToastContext>
  )
}

export function useToast(): Say {
  return use(ToastContext)
}
