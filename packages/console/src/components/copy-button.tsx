/** Copies a text, and says that it did. */
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../i18n/preferences.tsx'
import { IconButton } from './button.tsx'

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }): ReactNode {
  const { common } = useWords()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (): void => {
    void copyText(text).then(() => setCopied(true))
  }
  return (
    <>
      <IconButton label={label ?? common.copy} onClick={copy} className="size-7">
        {isCopied ? (
          <Check aria-hidden className="size-3.5 text-ok" />
        ) : (
          <Copy aria-hidden className="size-3.5" />
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied ? common.copied : ''}
      </span>
    </>
  )
}

/** The clipboard is there on a secure or a loopback address only; elsewhere a selection is copied. */
async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (clipboard) {
    await clipboard.writeText(text)
    return
  }
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
