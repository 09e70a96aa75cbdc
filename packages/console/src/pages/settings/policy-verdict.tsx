/** What the policy says of a call, and why. */
import type { ReactNode } from 'react'
import type { Explanation, ToolResult } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { ResultView } from '../../components/result-view.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import { classes } from '../../components/classes.ts'
import { Card, Facts } from '../../components/page.tsx'
import { visible } from '../../components/visible.ts'

const tones: Readonly<Record<Explanation['decision']['effect'], Tone>> = {
  deny: 'bad',
  ask: 'warn',
  allow: 'ok',
}

export function PolicyVerdict({
  answer,
}: {
  readonly answer: Explanation | { readonly result: ToolResult }
}): ReactNode {
  const { settings: words } = useWords()
  if ('result' in answer)
    return (
      <div className="flex flex-col gap-2">
        <p className="text-sm font-medium">{words.failsBefore}</p>
        <ResultView result={answer.result} />
      </div>
    )
  const { decision, resources, hooks, offer } = answer
  return (
    <Card className="flex flex-col gap-4 p-4">
      <p className="flex items-center gap-2 text-base font-semibold">
        {words.verdict[decision.effect]}
        <Badge tone={tones[decision.effect]}>{words.effects[decision.effect]}</Badge>
      </p>
      <Facts
        rows={[
          [words.decidedBy, <Code key="rule" text={decision.rule} />],
          [words.why, visible(decision.reason)],
          resources.length === 0
            ? undefined
            : [
                words.touches,
                resources.map(({ kind, id, access }) => (
                  <span key={`${kind} ${id} ${access}`} className="block">
                    {access} {kind} <Code text={id} />
                  </span>
                )),
              ],
          hooks.length === 0 ? undefined : [words.hooks, visible(hooks.join(', '))],
          offer === undefined ? undefined : [words.offer, <Code key="offer" text={offer} />],
        ]}
      />
      <Considered answer={answer} />
    </Card>
  )
}

function Considered({ answer: { considered } }: { readonly answer: Explanation }): ReactNode {
  const { settings: words } = useWords()
  if (considered.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold">{words.considered}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {considered.map(({ rule, effect, matched }) => (
          <li
            key={`${effect} ${rule}`}
            className={classes('flex flex-wrap items-baseline gap-2', !matched && 'text-ink-3')}
          >
            <Badge tone={matched ? tones[effect] : 'plain'}>{words.effects[effect]}</Badge>
            <Code text={rule} />
            <span className="text-xs">{matched ? words.matched : words.notMatched}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Code({ text }: { readonly text: string }): ReactNode {
  return <code className="isolate-text font-mono text-xs break-all">{visible(text)}</code>
}
