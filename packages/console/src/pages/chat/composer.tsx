/**
 * Where a message is written: it starts a run, or is said to the one that goes on. Enter sends it; a text that an input method is still
 * composing is not sent. What is written stays when the page is left.
 */
import { Paperclip, SendHorizontal, Square, Zap } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Agent, NewAttachment } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { classes } from '../../components/classes.ts'
import { Textarea } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { AttachmentChips } from './attachments/attachment-chips.tsx'
import { type Attachments, useAttachments } from './attachments/use-attachments.ts'
import { QueuedMessages } from './queued-messages.tsx'
import { useDraft } from './remembered.ts'
import type { Chat } from './use-chat.ts'

interface ComposerProps {
  readonly chat: Chat
  readonly agent: Agent
  readonly threadId: string
}

export function Composer({ chat, agent, threadId }: ComposerProps): ReactNode {
  const { chat: words } = useWords()
  const mayTalk = useMay('operator')
  const [text, setText] = useDraft(threadId === '' ? `new:${agent.name}` : threadId)
  const attachments = useAttachments()
  const id = useId()
  const { isReading, failure, read } = useReading(attachments, threadId)
  const isBusy = chat.isSending || isReading
  const canSend = !isBusy && (text.trim() !== '' || attachments.files.length > 0)
  const send = async (interrupt = false): Promise<void> => {
    const files = canSend ? await read() : undefined
    if (!files) return
    chat.send({ text, attachments: files, interrupt }, () => {
      setText('')
      attachments.clear()
    })
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  if (!mayTalk) return <Callout tone="info" title={words.mayNot} />
  const refusal = failure ?? chat.refusal
  return (
    <Dropping onFiles={attachments.add}>
      <QueuedMessages runId={chat.running} onTakenBack={(back) => text === '' && setText(back)} />
      {refusal !== undefined && <ErrorLine error={refusal} />}
      <AttachmentChips attachments={attachments} />
      <div className="field-box flex min-w-0 flex-col focus-within:border-accent">
        <label htmlFor={id} className="sr-only">
          {words.message}
        </label>
        <Textarea
          id={id}
          rows={2}
          maxLength={200_000}
          spellCheck
          readOnly={isBusy}
          placeholder={chat.running === undefined ? words.placeholder(agent.name) : words.steer}
          aria-describedby={`${id}-keys`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={keys}
          onPaste={({ clipboardData }) => attachments.add([...clipboardData.files])}
          className="field-sizing-content max-h-60 min-h-14 resize-none! border-0 bg-transparent px-3 pt-2 text-base! outline-none"
        />
        <div className="flex flex-wrap items-center gap-2 px-2 pb-2">
          <AttachButton onFiles={attachments.add} />
          <p id={`${id}-keys`} className="hidden text-xs text-ink-3 sm:block">
            {words.keys}
          </p>
          <Buttons chat={chat} canSend={canSend} onSend={(interrupt) => void send(interrupt)} />
        </div>
      </div>
    </Dropping>
  )
}

/** Reads the files when the message goes; what could not be read or written is told, and nothing is sent. */
function useReading(
  attachments: Attachments,
  threadId: string,
): {
  readonly isReading: boolean
  readonly failure: unknown
  readonly read: () => Promise<readonly NewAttachment[] | undefined>
} {
  const [isReading, setReading] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  return {
    isReading,
    failure,
    async read() {
      setFailure(undefined)
      setReading(true)
      try {
        return await attachments.read(threadId)
      } catch (error) {
        setFailure(error)
        return undefined
      } finally {
        setReading(false)
      }
    },
  }
}

interface ButtonsProps {
  readonly chat: Chat
  readonly canSend: boolean
  readonly onSend: (interrupt: boolean) => void
}

function Buttons({ chat, canSend, onSend }: ButtonsProps): ReactNode {
  const { chat: words } = useWords()
  return (
    <div className="ml-auto flex items-center gap-2">
      {chat.running !== undefined && (
        <>
          <Button look="danger" disabled={chat.isStopping} onClick={chat.stop}>
            <Square aria-hidden className="size-3" />
            {chat.isStopping ? words.stopping : words.stop}
          </Button>
          <Button title={words.interruptHint} disabled={!canSend} onClick={() => onSend(true)}>
            <Zap aria-hidden className="size-3.5" />
            {words.interrupt}
          </Button>
        </>
      )}
      <Button
        look="solid"
        disabled={!canSend}
        title={chat.running === undefined ? undefined : words.sendHint}
        onClick={() => onSend(false)}
      >
        <SendHorizontal aria-hidden className="size-3.5" />
        {words.send}
      </Button>
    </div>
  )
}

function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const { chat: words } = useWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={words.attach} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden className="size-4" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={words.attach}
        className="hidden"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}

/** Files that are dropped on it are attached. */
function Dropping({
  onFiles,
  children,
}: {
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}): ReactNode {
  const [isOver, setOver] = useState(false)
  return (
    <div
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
      className={classes(
        'mx-auto flex w-full max-w-3xl min-w-0 flex-col gap-2 rounded-md',
        isOver && 'outline-2 outline-offset-4 outline-accent outline-dashed',
      )}
    >
      {children}
    </div>
  )
}
