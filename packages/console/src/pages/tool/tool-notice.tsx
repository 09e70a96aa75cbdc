/** Why a tool can't be called as it stands, and what to do about it. */
import type { ReactNode } from 'react'
import type { ToolDetail } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { visible } from '../../components/visible.ts'
import { useDecide } from '../../components/use-decide.ts'

export function ToolNotice({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { tool: words } = useWords()
  const mayDecide = useMay('approver')
  const { mutate, isPending } = useDecide(tool.name)
  const notice = noticeOf(tool, words)
  if (!notice) return null
  const accept = tool.state === 'held' && (
    <Button
      size="sm"
      disabled={isPending || !mayDecide}
      onClick={() => mutate({ action: 'accept', fingerprint: tool.fingerprint })}
    >
      {words.accept}
    </Button>
  )
  return (
    <div className="mb-4">
      <Callout tone={tool.state === 'invalid' ? 'bad' : 'warn'} title={notice.title} actions={accept}>
        {tool.error !== undefined && <p>{visible(tool.error)}</p>}
        <p>{notice.hint}</p>
        {tool.state !== 'active' && tool.state !== 'removed' && !tool.enabled && (
          <p>{`${words.offTitle}: ${words.offHint}`}</p>
        )}
      </Callout>
    </div>
  )
}

type Words = ReturnType<typeof useWords>['tool']

function noticeOf(
  { state, enabled }: ToolDetail,
  words: Words,
): { readonly title: string; readonly hint: string } | undefined {
  if (state === 'held') return { title: words.heldTitle, hint: words.heldHint }
  if (state === 'invalid') return { title: words.invalidTitle, hint: words.invalidHint }
  if (state === 'removed') return { title: words.removedTitle, hint: words.removedHint }
  return enabled ? undefined : { title: words.offTitle, hint: words.offHint }
}
