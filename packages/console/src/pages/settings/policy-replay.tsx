/** What calls of the journal would get under a rule that is typed here. Nothing is saved. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { PolicyReplay as Replay, RuleEffect } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useApi } from '../../api/session.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Field, Input, Select } from '../../components/field.tsx'
import { Card, Section } from '../../components/page.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'

const effects: readonly RuleEffect[] = ['deny', 'ask', 'allow']
const tones: Readonly<Record<RuleEffect, Tone>> = { deny: 'bad', ask: 'warn', allow: 'ok' }

export function PolicyReplay(): ReactNode {
  const { settings: words } = useWords()
  const api = useApi()
  const [effect, setEffect] = useState<RuleEffect>('ask')
  const [rule, setRule] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.send<Replay>('POST', '/api/policy/replay', { effect, rule: rule.trim() }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (rule.trim() !== '') mutate()
  }
  return (
    <Section title={words.replay}>
      <p className="mb-3 text-sm text-ink-2">{words.replayHint}</p>
      <Card className="p-4">
        <form onSubmit={submit} className="flex flex-col gap-3">
          <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <EffectField value={effect} onChange={setEffect} />
            <Field label={words.rule} hint={words.ruleHint}>
              {(attributes) => (
                <Input
                  {...attributes}
                  value={rule}
                  placeholder="bash(git push*)"
                  onChange={(event) => setRule(event.target.value)}
                  className="font-mono"
                />
              )}
            </Field>
          </div>
          <Button
            type="submit"
            look="solid"
            className="self-start"
            disabled={isPending || rule.trim() === ''}
          >
            {isPending ? words.replaying : words.replayAction}
          </Button>
        </form>
      </Card>
      <div role="status" className="mt-3">
        {error && <ErrorLine error={error} />}
        {data && <Changes replay={data} />}
      </div>
    </Section>
  )
}

interface EffectFieldProps {
  readonly value: RuleEffect
  readonly onChange: (effect: RuleEffect) => void
}

function EffectField({ value, onChange }: EffectFieldProps): ReactNode {
  const { settings: words } = useWords()
  return (
    <Field label={words.effect}>
      {(attributes) => (
        <Select
          {...attributes}
          value={value}
          onChange={(event) => onChange(event.target.value as RuleEffect)}
        >
          {effects.map((one) => (
            <option key={one} value={one}>
              {words.effects[one]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function Changes({ replay }: { readonly replay: Replay }): ReactNode {
  const { settings: words } = useWords()
  const { number } = useFormats()
  const { calls, skipped, isCut, changes } = replay
  const changed = changes.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-sm font-medium">
        {changed === 0
          ? words.replayNone(number(calls))
          : words.replayChanged(number(changed), number(calls))}
      </p>
      {(skipped > 0 || isCut) && (
        <p className="text-xs text-ink-3">
          {skipped > 0 && words.replaySkipped(number(skipped))} {isCut && words.replayCut}
        </p>
      )}
      {changes.length > 0 && <ChangeTable changes={changes} />}
    </div>
  )
}

function ChangeTable({ changes }: Pick<Replay, 'changes'>): ReactNode {
  const { settings: words } = useWords()
  const { number } = useFormats()
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full text-left text-sm">
        <thead className="border-b bg-sunken text-xs text-ink-2">
          <tr>
            {[words.testTool, words.replayCalls, words.replayNow, words.replayThen, words.examples].map(
              (title) => (
                <th key={title} scope="col" className="px-3 py-2 font-medium">
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-y">
          {changes.map(({ tool, from, to, count, calls: ids }) => (
            <tr key={`${tool} ${from} ${to}`}>
              <th scope="row" className="isolate-text px-3 py-2 font-mono text-xs font-medium">
                {visible(tool)}
              </th>
              <td className="tabular px-3 py-2">{number(count)}</td>
              <td className="px-3 py-2">
                <Badge tone={tones[from]}>{words.effects[from]}</Badge>
              </td>
              <td className="px-3 py-2">
                <Badge tone={tones[to]}>{words.effects[to]}</Badge>
              </td>
              <td className="px-3 py-2 text-xs whitespace-nowrap">
                {ids.slice(0, 3).map((id, index) => (
                  <Link
                    key={id}
                    href={`/activity/${encodeURIComponent(id)}`}
                    aria-label={words.exampleCall(number(index + 1), visible(tool))}
                    className="mr-2 text-accent hover:underline"
                  >
                    {number(index + 1)}
                  </Link>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
