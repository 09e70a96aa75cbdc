/** Definitions that wait for a person: what stands out in them comes first, and takes a second step to accept. */
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { HeldTool, McpServer } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { ChangeList } from '../../components/change-list.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { JsonBlock } from '../../components/text-block.tsx'
import { Checkbox } from '../../components/toggle.tsx'
import { useDecide } from '../../components/use-decide.ts'
import { visible } from '../../components/visible.ts'

export function worstFirst(held: readonly HeldTool[]): readonly HeldTool[] {
  return held.toSorted((left, right) => Number(right.findings.length > 0) - Number(left.findings.length > 0))
}

export function SuspicionBanner({ servers }: { readonly servers: readonly McpServer[] }): ReactNode {
  const { settings: words } = useWords()
  const { list } = useFormats()
  const names = servers.flatMap(({ held }) =>
    held.filter(({ findings }) => findings.length > 0).map(({ name }) => name),
  )
  if (names.length === 0) return null
  return (
    <div role="alert" className="mb-5 rounded-md border-2 border-bad">
      <Callout tone="bad" title={<span className="text-base font-semibold">{words.suspicious}</span>}>
        <p className="text-ink">{words.suspiciousHint}</p>
        <p className="mt-1 font-mono text-xs break-words text-ink">{visible(list(names))}</p>
      </Callout>
    </div>
  )
}

export function HeldCard({ held }: { readonly held: HeldTool }): ReactNode {
  const { settings: words, tool } = useWords()
  const { number } = useFormats()
  const changes = held.comparison?.changes ?? []
  const isSuspicious = held.findings.length > 0
  return (
    <div className="flex min-w-0 flex-col gap-3 border-t px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Link
          href={`/tools/${encodeURIComponent(held.name)}`}
          className="isolate-text font-mono text-sm text-accent hover:underline"
        >
          {visible(held.name)}
        </Link>
        <span className="text-xs text-ink-3">{tool.version(number(held.version))}</span>
        {!isSuspicious && <PlainAccept held={held} />}
      </div>
      {isSuspicious && <Findings held={held} />}
      {changes.length > 0 ? (
        <ChangeList changes={changes} />
      ) : (
        <p className="text-sm text-ink-2">
          {words.heldNew} {held.manifest.description !== undefined && visible(held.manifest.description)}
        </p>
      )}
      <details>
        <summary className="text-xs text-ink-2">{words.definition}</summary>
        <div className="mt-2">
          <JsonBlock value={held.manifest} label={`${words.definition}: ${held.name}`} />
        </div>
      </details>
      {isSuspicious && <SecondLook held={held} />}
    </div>
  )
}

function PlainAccept({ held }: { readonly held: HeldTool }): ReactNode {
  const { settings: words } = useWords()
  const mayAccept = useMay('approver')
  const { mutate, isPending } = useDecide(held.name)
  return (
    <Button
      size="sm"
      className="ml-auto"
      disabled={isPending || !mayAccept}
      onClick={() => mutate({ action: 'accept', fingerprint: held.manifest.fingerprint })}
    >
      {words.accept}
      <span className="sr-only">{`: ${held.name}`}</span>
    </Button>
  )
}

/** What was found, in which text, in its own words. */
function Findings({ held }: { readonly held: HeldTool }): ReactNode {
  const { settings: words } = useWords()
  return (
    <Callout tone="bad" title={words.found}>
      <ul className="mt-1 flex flex-col gap-2">
        {held.findings.map(({ code, field, excerpt }) => (
          <li key={`${code} ${field}`}>
            <p className="font-medium text-ink">
              {words.findings[code]}{' '}
              <code className="font-mono text-xs font-normal text-ink-2">{visible(field)}</code>
            </p>
            <p className="isolate-text border-l-4 border-bad pl-2 font-mono text-xs break-words whitespace-pre-wrap text-ink">
              {visible(excerpt)}
            </p>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function SecondLook({ held }: { readonly held: HeldTool }): ReactNode {
  const { settings: words, common } = useWords()
  const mayAccept = useMay('approver')
  const [isAsking, setAsking] = useState(false)
  const [isSure, setSure] = useState(false)
  const { mutate, isPending } = useDecide(held.name)
  const close = (): void => {
    setAsking(false)
    setSure(false)
  }
  return (
    <>
      <Button
        size="sm"
        look="danger"
        className="self-start"
        disabled={!mayAccept}
        onClick={() => setAsking(true)}
      >
        {words.acceptAnyway}
        <span className="sr-only">{`: ${held.name}`}</span>
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={words.acceptTitle(visible(held.name))}
        description={words.acceptHint}
      >
        <div className="flex flex-col gap-4">
          <Findings held={held} />
          <div className="flex items-start gap-2 text-sm">
            <Checkbox id="sure" checked={isSure} onChange={setSure} />
            <label htmlFor="sure">{words.sure}</label>
          </div>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button
              look="danger"
              disabled={!isSure || isPending}
              onClick={() => {
                mutate({ action: 'accept', fingerprint: held.manifest.fingerprint })
                close()
              }}
            >
              {words.acceptNow}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
