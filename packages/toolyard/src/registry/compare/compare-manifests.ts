/**
 * Two versions of a tool → what changed, and whether callers who know the old one still work with the new one.
 *
 * What was accepted must still be accepted, what was promised must still be promised, and no call may do more than it was
 * trusted to do. If that can't be proven, the verdict is "breaking", and the sentence says so.
 *
 * @module
 */
import type { Effects, Permission, ToolManifest } from '../../define/index.ts'
import { quote, shownValue } from './change-words.ts'
import { compareSchemas } from './compare-schemas.ts'
import { sameJson } from './json-measure.ts'
import { changeOf, type ManifestChange, type VersionComparison } from './manifest-change.ts'

interface JudgedChange {
  readonly text: string
  readonly breaking: boolean
}

type ManifestJudge = (before: ToolManifest, after: ToolManifest) => JudgedChange
type ManifestKey = Exclude<keyof ToolManifest, 'inputSchema' | 'outputSchema' | 'fingerprint'>

const permissionRank: Readonly<Record<Permission, number>> = { read: 0, write: 1, external: 2 }
/** A database and the network are different things to touch: neither contains the other. */
const effectsRank: Readonly<Record<Effects, number>> = { none: 0, local_state: 1, db_write: 2, network: 2 }

const judges: Readonly<Record<ManifestKey, ManifestJudge>> = {
  name: (before, after) => ({
    text: `It is called ${quote(after.name)} now; calls to ${quote(before.name)} find nothing.`,
    breaking: true,
  }),
  title: (before, after) => changedFact('title', before.title, after.title),
  titles: () => ({ text: 'The titles in other languages are others.', breaking: false }),
  descriptions: () => ({ text: 'The descriptions in other languages are others.', breaking: false }),
  description: () => ({ text: 'The description is worded in another way.', breaking: false }),
  category: (before, after) => changedFact('category', before.category, after.category),
  tags: (before, after) => changedFact('tags', before.tags, after.tags),
  version: (before, after) => changedFact('version', before.version, after.version),
  source: (before, after) => changedFact('source', before.source, after.source),
  queue: (before, after) => changedFact('queue', before.queue, after.queue),
  timeoutMs: (before, after) => changedFact('timeoutMs', before.timeoutMs, after.timeoutMs),
  taskSupport: (before, { taskSupport: after }) =>
    after === 'required'
      ? { text: 'MCP clients that do not know tasks can no longer call it.', breaking: true }
      : changedFact('taskSupport', before.taskSupport, after),
  via: (before, after) => ({
    text:
      before.via?.text === after.via?.text
        ? 'It is reached in another way: what is sent there, or who answers, has changed.'
        : `It is reached in another way: ${quote(before.via?.text ?? 'here')} became ${quote(after.via?.text ?? 'here')}.`,
    breaking: false,
  }),
  examples: () => ({ text: 'The examples are others.', breaking: false }),
  type({ type: before }, { type: after }) {
    return before === 'STATEFUL'
      ? {
          text: `It was STATEFUL and is ${after}: it keeps nothing between the calls of a thread any more.`,
          breaking: true,
        }
      : {
          text: `It was ${before} and is ${after}: it runs in another way and is called in the same.`,
          breaking: false,
        }
  },
  permission({ permission: before }, { permission: after }) {
    const more = permissionRank[after] > permissionRank[before]
    return {
      text: `It needs ${more ? 'more' : 'less'} permission: "${before}" became "${after}".`,
      breaking: more,
    }
  },
  effects({ effects: before }, { effects: after }) {
    const more = effectsRank[after] >= effectsRank[before]
    return {
      text: `It ${more ? 'needs more permission' : 'touches less'}: its effects were "${before}" and are "${after}".`,
      breaking: more,
    }
  },
  confirm: (_, { confirm }) => ({
    text: confirm
      ? 'It asks a person before every call now; callers without one wait or are refused.'
      : 'It no longer asks a person before every call.',
    breaking: confirm,
  }),
  streaming: (_, { streaming }) => ({
    text: streaming
      ? 'It streams its output now; the whole result still comes at the end.'
      : 'It no longer streams its output; the whole result comes at the end, as before.',
    breaking: false,
  }),
  idempotent: (_, { idempotent }) => ({
    text: idempotent
      ? 'It may be repeated safely now.'
      : 'It may no longer be repeated safely; callers that try again would do it twice.',
    breaking: !idempotent,
  }),
}

export function compareManifests(before: ToolManifest, after: ToolManifest): VersionComparison {
  const changes = [
    ...compareFacts(before, after),
    ...compareSchemas('input', { before: before.inputSchema, after: after.inputSchema }),
    ...compareOutputs(before.outputSchema, after.outputSchema),
  ]
  const reasons = changes.filter(({ breaking }) => breaking).map(({ text }) => text)
  return Object.freeze({ verdict: reasons.length > 0 ? 'breaking' : 'compatible', changes, reasons })
}

function compareFacts(before: ToolManifest, after: ToolManifest): ManifestChange[] {
  return (Object.keys(judges) as ManifestKey[]).flatMap((fact) => {
    const pair = [before[fact], after[fact]] as const
    const isSame = fact === 'tags' ? sameSet(before.tags, after.tags) : sameJson(...pair)
    return isSame ? [] : [changeOf(fact, pair, judges[fact](before, after))]
  })
}

function compareOutputs(
  before: ToolManifest['outputSchema'],
  after: ToolManifest['outputSchema'],
): readonly ManifestChange[] {
  if (before !== undefined && after !== undefined) return compareSchemas('output', { before, after })
  if (before === after) return []
  const judged = after
    ? { text: 'The output is described now.', breaking: false }
    : { text: 'The output is no longer described: nothing of it is promised any more.', breaking: true }
  return [changeOf('outputSchema', [before, after], judged)]
}

/** A fact that no call depends on. */
function changedFact(fact: ManifestKey, before: unknown, after: unknown): JudgedChange {
  if (before === undefined) return { text: `The ${fact} is new: ${shownValue(after)}.`, breaking: false }
  if (after === undefined)
    return { text: `The ${fact} is gone; it was ${shownValue(before)}.`, breaking: false }
  return { text: `The ${fact} changed from ${shownValue(before)} to ${shownValue(after)}.`, breaking: false }
}

/** The order of tags means nothing. */
function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return sameJson([...new Set(left)].toSorted(), [...new Set(right)].toSorted())
}
