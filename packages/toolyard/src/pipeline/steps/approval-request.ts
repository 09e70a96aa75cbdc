/**
 * What a person is asked about one call, made from exactly the bytes that will run.
 *
 * @module
 */
import { isAbsolute, relative, resolve } from 'node:path'
import type { ToolResource } from '../../define/index.ts'
import type { Reach } from '../../host/index.ts'
import { canonicalJson, sha256 } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation, PlanFacts } from '../invocation.ts'
import { refuse, type Refused } from '../outcome.ts'
import { type Asked, type PolicySubject, ruleFor, siteOf } from '../policy/index.ts'
import type { ApprovalRequest } from '../ports.ts'
import { subjectOf } from './authorise.ts'
import { type ShownJson, shownJson, shownWords, withoutSecrets } from './shown-text.ts'

/** A text of more characters is not read by anyone, so no one is asked about it. */
const mostShown = 1_000_000

interface Asking {
  readonly plan: PlanFacts
  readonly question: Asked
  /** The request of the same call that is to be taken up again. */
  readonly earlier?: { readonly id: string; readonly expiresAt: number } | undefined
  /** Whether programs run in the sandbox on this machine. */
  readonly isShut: boolean
}

interface Made {
  readonly kind: 'made'
  readonly request: ApprovalRequest
}

export function requestOf(core: Core, invocation: Invocation, asked: Asking): Made | Refused {
  const { plan, question, earlier, isShut } = asked
  const subject = subjectOf(core, plan, invocation)
  if (subject.kind === 'refused') return subject
  const { ticket } = invocation
  const { approvalMs, parkedMs } = core.settings
  const waitMs = invocation.companion.parks ? parkedMs : approvalMs
  const expiresAt = earlier?.expiresAt ?? core.clock.wall() + waitMs
  const resources = subject.resources ?? []
  if (!isWritable(invocation.input))
    return refuse('denied', 'denied', {
      message: `the arguments of "${plan.manifest.name}" hold a number that is too large to be written down, so nobody can approve the call.`,
      hint: 'Give a smaller number.',
    })
  const bytes = bytesOf(core, invocation, { plan, resources, expiresAt })
  const text = textOf(core, bytes, { plan, isShut })
  if (typeof text !== 'string') return text
  const { redactor } = core
  const request = Object.freeze({
    id: earlier?.id ?? core.ids.next('apr'),
    callId: invocation.id,
    tool: plan.manifest.name,
    manifest: plan.manifest,
    input: freezeDeep(structuredClone(invocation.input)),
    resources,
    reason: shownWords(redactor, question.reason),
    rule: question.rule,
    digest: sha256(bytes),
    bytes,
    shown: withoutSecrets(redactor, bytes),
    text,
    explanation: invocation.explanation && shownWords(redactor, invocation.explanation),
    offer: offerOf(core, plan, { question, subject }),
    expiresAt,
    threadId: ticket.threadId,
    agent: ticket.agent,
    principal: ticket.principal ?? 'local',
    ofRun: ticket.run !== undefined,
  })
  return { kind: 'made', request }
}

/** The narrowest rule that would let this call run unasked, as a person may read it. */
export function offerFor(
  core: Core,
  invocation: Invocation,
  { plan, question }: Pick<Asking, 'plan' | 'question'>,
): string | undefined {
  const subject = subjectOf(core, plan, invocation)
  const offer = subject.kind === 'refused' ? undefined : offerOf(core, plan, { question, subject })
  return offer && shownWords(core.redactor, offer)
}

/** The hash of what this call would run, with the expiry of a request. */
export function digestFor(
  core: Core,
  invocation: Invocation,
  { plan, expiresAt }: { readonly plan: PlanFacts; readonly expiresAt: number },
): string | Refused {
  const subject = subjectOf(core, plan, invocation)
  if (subject.kind === 'refused') return subject
  return sha256(bytesOf(core, invocation, { plan, resources: subject.resources ?? [], expiresAt }))
}

/** What a person reads of the bytes that were hashed. What can't be shown can't be approved. */
function textOf(
  { redactor }: Core,
  bytes: string,
  { plan: { manifest }, isShut }: { readonly plan: PlanFacts; readonly isShut: boolean },
): string | Refused {
  const { tool, arguments: input, ...bound } = JSON.parse(bytes) as Bound
  const shown = shownJson(redactor, input)
  const before = [
    ...(bound.reach ? [sandboxLine(redactor, bound, isShut)] : []),
    ...bound.resources.filter((resource) => resource.shown).map(({ id }) => targetLine(redactor, id)),
  ]
  const notes = new Set([...before.map(({ note }) => note), shown.note])
  const lines = [...before.map(({ text }) => text), ...notes, `${tool} ${shown.text}`]
  const text = lines.filter((line) => line !== undefined).join('\n')
  if (text.length > mostShown)
    return refuse('denied', 'too_large', {
      message: `the arguments of "${manifest.name}" are too long to be shown to a person (${text.length} characters, at most ${mostShown}), so nobody can approve the call.`,
      hint: 'Do it in several calls.',
      says: { key: 'tooLongToShow', values: [manifest.name] },
    })
  if ([...before, shown].some(({ unknown }) => unknown > 0))
    return refuse('denied', 'denied', {
      message: `the arguments of "${manifest.name}" hold a credential that a server gave out, which is shown to nobody, so nobody can approve the call.`,
      hint: 'Leave the credential out: Toolyard adds it where it is needed.',
    })
  return text
}

/** What is read again of the bytes. */
interface Bound {
  readonly tool: string
  readonly arguments: unknown
  readonly resources: readonly ToolResource[]
  readonly cwd: string
  readonly network: boolean
  readonly reach: Reach | null
}

/** What the programs of this call may do, in one line of ours that comes first: no argument can draw it, and no cut hides it. */
function sandboxLine(
  redactor: Core['redactor'],
  { cwd, network, reach }: Pick<Bound, 'cwd' | 'network' | 'reach'>,
  isShut: boolean,
): ShownJson {
  const { level, reveal } = reach ?? { level: 'work', reveal: [] }
  const paths = reveal.map((path) => shownJson(redactor, insideOf(cwd, path)))
  const opened = paths.map(({ text }) => (/^"[^\s",\\]+"$/.test(text) ? text.slice(1, -1) : text)).join(', ')
  const can = {
    look: 'reads only',
    work: `may write the workspace${network ? '' : ', no network'}`,
    granted: `may write the workspace and read ${opened}`,
  }[level]
  const text = isShut ? `${can}${network ? '; may use the network' : ''}` : 'none, runs with all your rights'
  return {
    text: `Sandbox: ${text}`,
    note: paths.find(({ note }) => note !== undefined)?.note,
    secrets: paths.reduce((sum, { secrets }) => sum + secrets, 0),
    unknown: paths.reduce((sum, { unknown }) => sum + unknown, 0),
  }
}

/** What is touched, where the arguments need not say it. */
function targetLine(redactor: Core['redactor'], id: string): ShownJson {
  const shown = shownJson(redactor, id)
  return { ...shown, text: `Target: ${shown.text}` }
}

/** Everything that an approval is bound to. */
function bytesOf(
  core: Core,
  { input, ticket, decision }: Invocation,
  at: { plan: PlanFacts; resources: readonly ToolResource[]; expiresAt: number },
): string {
  const { manifest } = at.plan
  return canonicalJson({
    tool: manifest.name,
    fingerprint: manifest.fingerprint,
    arguments: input,
    resources: at.resources,
    cwd: core.settings.workspace,
    sandbox: core.host.settings.sandbox ?? 'bwrap',
    network: core.host.settings.sandboxNetwork ?? false,
    reach: decision?.reach ?? null,
    principal: ticket.principal ?? 'local',
    agent: ticket.agent ?? null,
    thread: ticket.threadId ?? null,
    expiry: at.expiresAt,
  })
}

/** The narrowest rule that allows this call again. None where every call is to be asked about, or no rule says just this. */
function offerOf(
  core: Core,
  { manifest, policy }: PlanFacts,
  { question, subject }: { question: Asked; subject: PolicySubject },
): string | undefined {
  const { resources } = subject
  // A rule with a secret in it would be kept, and shown.
  const kept = (rule: string | undefined): string | undefined =>
    rule !== undefined && core.redactor.gaps(rule).length === 0 ? rule : undefined
  if (manifest.confirm || question.by === 'hook' || question.by === 'no sandbox') return undefined
  if (resources === undefined) return manifest.name
  const [only, ...others] = resources
  // The next session of that name is another program.
  if (!only || others.length > 0 || only.kind === 'session') return undefined
  if (only.kind === 'command') return kept(policy.offer(subject))
  return kept(offerFrom(manifest.name, only, core.settings.workspace))
}

function offerFrom(tool: string, resource: ToolResource, workspace: string): string | undefined {
  const method = resource.method === undefined ? '' : `${resource.method} `
  if (!resource.bySite) return ruleFor(tool, method + resourceText(workspace, resource))
  const site = siteOf(resource.id)
  return ruleFor(tool, method + site) && `${tool}(${method}${site}/**)`
}

/** As rules compare it. */
function resourceText(workspace: string, { kind, id, isOrigin }: ToolResource): string {
  if (kind === 'path') return insideOf(workspace, id)
  if (isOrigin) return id
  return kind === 'url' ? (URL.parse(id)?.href ?? id) : id
}

function insideOf(workspace: string, path: string): string {
  const near = relative(workspace, resolve(workspace, path))
  return near.startsWith('..') || isAbsolute(near) ? resolve(workspace, path) : near
}

function freezeDeep(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const item of Object.values(value)) freezeDeep(item)
  }
  return value
}

/** Whether every number in it is one that JSON can write. */
function isWritable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isWritable)
}
