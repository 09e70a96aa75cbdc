/**
 * What a tool answered, for people: text as text, pictures drawn, everything else named.
 *
 * A picture is decoded and drawn on a canvas: no address is made that the content security policy would have to allow, and
 * formats that can hold scripts are not decoded at all.
 *
 * @module
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ContentBlock } from '../api/types.ts'
import { useFormats, useWords } from '../i18n/preferences.tsx'
import { TextBlock } from './text-block.tsx'
import { visible } from './visible.ts'

export function ContentView({ content }: { readonly content: readonly ContentBlock[] }): ReactNode {
  const { run } = useWords()
  if (content.length === 0) return <p className="text-sm text-ink-3">{run.noText}</p>
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {content.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks never move
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { readonly block: ContentBlock }): ReactNode {
  const { run, common } = useWords()
  const { number } = useFormats()
  if (block.type === 'text') return <TextBlock text={block.text} label={run.text} />
  if (block.type === 'image') return <Picture {...block} />
  if (block.type === 'resource') return <Document {...block.resource} />
  if (block.type !== 'resource_link')
    return (
      <p className="text-sm text-ink-2">
        {common.audio}: {visible(block.mimeType)},{' '}
        {common.bytes(number(Math.ceil((block.data.length * 3) / 4)))}
      </p>
    )
  return (
    <p className="text-sm">
      <span className="font-medium">{visible(block.name)}</span>{' '}
      <span className="isolate-text font-mono text-xs text-ink-2">{visible(block.uri)}</span>
    </p>
  )
}

interface DocumentProps {
  readonly uri: string
  readonly mimeType?: string
  readonly text?: string
}

/** A document inside an answer: its text, or only its name where it has none. */
function Document({ uri, mimeType, text }: DocumentProps): ReactNode {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="isolate-text font-mono text-xs text-ink-2">
        {visible(uri)}
        {mimeType !== undefined && ` (${visible(mimeType)})`}
      </p>
      {text !== undefined && <TextBlock text={text} label={visible(uri)} />}
    </div>
  )
}

interface PictureProps {
  readonly data: string
  readonly mimeType: string
}

function Picture({ data, mimeType }: PictureProps): ReactNode {
  const { common } = useWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    decode(data, mimeType)
      .then((bitmap) => {
        const target = canvas.current
        if (!isCurrent || !target) return
        target.width = bitmap.width
        target.height = bitmap.height
        target.getContext('2d')?.drawImage(bitmap, 0, 0)
        setSize(`${bitmap.width} × ${bitmap.height}`)
      })
      .catch(() => setSize(undefined))
    return () => {
      isCurrent = false
    }
  }, [data, mimeType])
  return (
    <figure className="w-fit max-w-full">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${common.image} ${mimeType}`}
        className={size === undefined ? 'hidden' : 'max-w-full rounded-md border'}
      />
      <figcaption className="mt-1 text-xs text-ink-3">
        {common.image}: {visible(mimeType)}
        {size !== undefined && `, ${size}`}
      </figcaption>
    </figure>
  )
}

async function decode(data: string, mimeType: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return createImageBitmap(new Blob([bytes], { type: mimeType }))
}
