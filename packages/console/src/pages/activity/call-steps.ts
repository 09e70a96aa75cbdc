/**
 * The story of a call as a row of events, from the door to its end. The journal keeps what was out of the ordinary; the plain
 * course of a call is told from its facts.
 *
 * @module
 */
import type { CallRecord } from '../../api/types.ts'
import { originName } from '../../components/caller-words.ts'
import { serverWords } from '../../components/server-words.ts'
import type { Words } from '../../i18n/words.ts'
import { noteWords, ruleWords } from './note-words.ts'

export interface StoryStep {
  /** Milliseconds since it came in; absent if it was not noted. */
  readonly at?: number
  readonly step: string
  readonly text: string
  readonly tone: 'plain' | 'ok' | 'warn' | 'bad'
}

/** Steps of which the tool has been started when they happen. */
const later: ReadonlySet<string> = new Set(['execute', 'settle', 'post-hooks'])
const good: ReadonlySet<string> = new Set(['ok', 'skipped'])

export function storySteps(call: CallRecord, words: Words): readonly StoryStep[] {
  const { story, activity } = words
  const noted = (call.steps ?? []).map((step): StoryStep => ({
    ...step,
    text: noteWords(step.text, story.notes),
    tone: 'plain',
  }))
  const decision = decisionOf(call.decision)
  return [
    { at: 0, step: 'came', text: story.cameText(originName(call.origin, activity)), tone: 'plain' },
    ...noted.filter(({ step }) => !later.has(step) && step !== 'confirm' && step !== 'schedule'),
    ...(decision
      ? [
          {
            step: 'authorise',
            text: story.decisionText(effectWord(decision.effect, words), ruleWords(decision.rule, story)),
            tone: toneOf(effectOf(decision.effect)),
          },
        ]
      : []),
    ...noted.filter(({ step }) => step === 'confirm' || step === 'schedule'),
    startOf(call, story),
    ...noted.filter(({ step }) => later.has(step)),
    endOf(call, words),
  ]
}

/** `RULE: EFFECT`, as the journal keeps it. */
export function decisionOf(
  text: string | undefined,
): { readonly rule: string; readonly effect: string } | undefined {
  if (text === undefined || text === '') return undefined
  const at = text.lastIndexOf(': ')
  return at < 0 ? { rule: text, effect: '' } : { rule: text.slice(0, at), effect: text.slice(at + 2) }
}

/** What a person approved was asked about first; who approved is told where they were asked. */
function effectOf(effect: string): string {
  return effect.startsWith('approved') ? 'ask' : effect
}

export function effectWord(effect: string, { settings }: Words): string {
  const known: Readonly<Record<string, string>> = settings.effects
  const decided = effectOf(effect)
  return (Object.hasOwn(known, decided) ? known[decided] : undefined) ?? decided
}

function toneOf(effect: string): StoryStep['tone'] {
  if (effect.startsWith('deny')) return 'bad'
  return effect.startsWith('ask') ? 'warn' : 'ok'
}

function startOf({ status, ran }: CallRecord, story: Words['story']): StoryStep {
  const isOpen = status === 'running' || status === 'unknown'
  if (isOpen) return { step: 'execute', text: story.startedDurably, tone: 'plain' }
  const hasRun = ran ?? true
  return {
    step: 'execute',
    text: hasRun ? story.started : story.neverStarted,
    tone: hasRun ? 'plain' : 'warn',
  }
}

function endOf({ status, durationMs, result }: CallRecord, { story, activity, errors }: Words): StoryStep {
  if (status === 'running') return { step: 'end', text: story.stillRunning, tone: 'plain' }
  if (status === 'unknown') return { step: 'end', text: story.nobodyKnows, tone: 'warn' }
  const why = result?.error ? ` ${serverWords(result.error, errors).text}` : ''
  return {
    at: durationMs,
    step: 'end',
    text: `${story.endText(activity.statuses[status])}${why}`,
    tone: good.has(status) ? 'ok' : 'bad',
  }
}
