/**
 * A dialog over the page. The backdrop is our own: the library's writes a style element, which the content security policy
 * forbids.
 */
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useWords } from '../i18n/preferences.tsx'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** `side`: along the left edge, for navigation. */
  readonly place?: 'middle' | 'side'
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  place = 'middle',
}: DialogProps): ReactNode {
  const { common } = useWords()
  const isSide = place === 'side'
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <div
          className={classes(
            'fixed inset-0 z-40 flex overflow-y-auto bg-[#1c1b1966]',
            isSide ? '' : 'items-start justify-center p-4 sm:pt-[12vh]',
          )}
        >
          <Radix.Content
            {...(description === undefined && { 'aria-describedby': undefined })}
            className={classes(
              'flex min-w-0 flex-col bg-surface shadow-float outline-none',
              isSide ? 'min-h-full w-64 border-r' : 'w-full max-w-lg rounded-lg border',
            )}
          >
            <div className="flex items-center justify-between gap-3 px-4 pt-3">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton label={common.close}>
                  <X aria-hidden className="size-4" />
                </IconButton>
              </Radix.Close>
            </div>
            {description !== undefined && (
              <Radix.Description className="px-4 text-sm text-ink-2">{description}</Radix.Description>
            )}
            <div className="p-4">{children}</div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface ConfirmProps {
  readonly open: boolean
  readonly title: string
  readonly description: ReactNode
  readonly action: string
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that can't be taken back. */
export function ConfirmDialog({
  open,
  title,
  description,
  action,
  isBusy,
  onConfirm,
  onClose,
}: ConfirmProps): ReactNode {
  const { common } = useWords()
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button look="danger" disabled={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
