/** The files that are attached to the message that is being written. */
import { useEffect, useRef, useState } from 'react'
import type { NewAttachment, NewFile, ToolResult } from '../../../api/types.ts'
import type { Api } from '../../../api/api.ts'
import { useApi } from '../../../api/session.tsx'
import {
  type AttachmentKind,
  type AttachmentProblem,
  base64Of,
  kindOf,
  nameOf,
  problemOf,
  workspacePath,
} from './new-attachment.ts'

export interface ChosenFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly kind: AttachmentKind
  readonly file: File
  /** Of a picture: its address in this page. */
  readonly preview?: string | undefined
}

export interface Refused {
  readonly name: string
  readonly problem: AttachmentProblem
}

export interface Attachments {
  readonly files: readonly ChosenFile[]
  readonly refused: readonly Refused[]
  readonly add: (files: readonly File[]) => void
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** As they are sent in a conversation. What goes into the workspace is written there first, which people may have to allow. */
  readonly read: (threadId: string) => Promise<readonly NewAttachment[]>
}

export function useAttachments(): Attachments {
  const api = useApi()
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const made = previews.current
    return () => {
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [])
  const letGo = (gone: readonly ChosenFile[]): void => {
    for (const { preview } of gone)
      if (preview !== undefined) {
        URL.revokeObjectURL(preview)
        previews.current.delete(preview)
      }
  }
  return {
    files,
    refused,
    add(given) {
      const kept = [...files]
      const problems: Refused[] = []
      for (const file of given) {
        const problem = problemOf(file, kept)
        if (problem) problems.push({ name: nameOf(file.name), problem })
        else kept.push(chosen(file, previews.current))
      }
      setFiles(kept)
      setRefused(problems)
    },
    remove(id) {
      letGo(files.filter((file) => file.id === id))
      setFiles(files.filter((file) => file.id !== id))
      setRefused([])
    },
    clear() {
      letGo(files)
      setFiles([])
      setRefused([])
    },
    read: (threadId) => Promise.all(files.map((file) => attachmentOf(api, file, threadId))),
  }
}

function chosen(file: File, previews: Set<string>): ChosenFile {
  const kind = kindOf(file)
  const preview = kind === 'image' ? URL.createObjectURL(file) : undefined
  if (preview !== undefined) previews.add(preview)
  return { id: newMark(), name: nameOf(file.name), size: file.size, kind, file, preview }
}

function newMark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function attachmentOf(
  api: Api,
  { id, name, kind, file }: ChosenFile,
  threadId: string,
): Promise<NewAttachment> {
  const data = await base64Of(file)
  if (kind !== 'other') return { name, data, ...(file.type !== '' && { mediaType: file.type }) }
  const path = workspacePath(name, id)
  // The person puts it there, whatever tools the agent has.
  const body: NewFile = { path, data, ...(threadId !== '' && { threadId }) }
  const written = await api.send<ToolResult>('POST', '/api/files', body)
  if (written.status !== 'ok') throw new Error(written.error?.message ?? `${name}: ${written.status}`)
  return { path }
}
