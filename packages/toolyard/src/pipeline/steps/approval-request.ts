/**
 * What a person is asked about one call, made from exactly the bytes that will run.
 *
 * @module
 */
import { isAbsolute, relative, resolve } from 'node:path'
import type { ToolResource } from '../../define/index.ts'
import { canonicalJson, sha256, visibleText } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'
import type { Outcome } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import { type Decision, type PolicySubject, ruleFor } from '../policy/index.ts'
import type { ApprovalRequest } from '../ports.ts'
import { subjectOf } from './authorise.ts'

interface Asked {
  readonly plan: Plan
  readonly question: Decision
  /** The request of the same call that is to be taken up again. */
  readonly earlier?: { readonly id: string; readonly expiresAt: number } | undefined
}

export function requestOf(core: Core, invocation: Invocation, asked: Asked): ApprovalRequest | Outcome {
  const { plan, question, earlier } = asked
  const subject = subjectOf(core, plan, invocation.input)
  if ('status' in subject) return subject
  const { options } = invocation
  const expiresAt = earlier?.expiresAt ?? core.clock.wall() + core.settings.approvalMs
  const resources = subject.resources ?? []
  const bytes = bytesOf(core, invocation, { plan, resources, expiresAt })
  return Object.freeze({
    id: earlier?.id ?? core.ids.next('apr'),
    callId: invocation.id,
    tool: plan.manifest.name,
    manifest: plan.manifest,
    input: freezeDeep(structuredClone(invocation.input)),
    resources,
    reason: question.reason,
    rule: question.rule,
    digest: sha256(bytes),
    bytes,
    text: renderRequest(bytes),
    explanation: invocation.explanation,
    offer: offerOf(core, plan, { question, subject }),
    expiresAt,
    threadId: options.threadId,
    agent: options.agent,
    principal: options.principal ?? 'local',
  })
}

/** The hash of what this call would run, with the expiry of a request. */
export function digestFor(
  core: Core,
  invocation: Invocation,
  { plan, expiresAt }: { readonly plan: Plan; readonly expiresAt: number },
): string | Outcome {
  const subject = subjectOf(core, plan, invocation.input)
  if ('status' in subject) return subject
  return sha256(bytesOf(core, invocation, { plan, resources: subject.resources ?? [], expiresAt }))
}

/** What a person reads of the bytes that were hashed. */
export function renderRequest(bytes: string): string {
  const { tool, arguments: input } = JSON.parse(bytes) as { tool: string; arguments: unknown }
  return visibleText(`${tool} ${JSON.stringify(input, null, 2)}`)
}

/** Everything that an approval is bound to. */
function bytesOf(
  core: Core,
  { input, options, decision }: Invocation,
  at: { plan: Plan; resources: readonly ToolResource[]; expiresAt: number },
): string {
  const { manifest } = at.plan
  return canonicalJson({
    tool: manifest.name,
    fingerprint: manifest.fingerprint,
    arguments: input,
    resources: at.resources,
    cwd: core.settings.workspace,
    sandbox: core.host.settings.sandbox ?? 'bwrap',
    reach: decision?.reach ?? null,
    principal: options.principal ?? 'local',
    agent: options.agent ?? null,
    thread: options.threadId ?? null,
    expiry: at.expiresAt,
  })
}

/** The narrowest rule that allows this call again. None where every call is to be asked about, or no rule says just this. */
function offerOf(
  core: Core,
  { manifest, policy }: Plan,
  { question, subject }: { question: Decision; subject: PolicySubject },
): string | undefined {
  const { resources } = subject
  if (manifest.confirm || question.rule === 'hook' || question.rule === 'no sandbox') return undefined
  if (resources === undefined) return manifest.name
  const [only, ...others] = resources
  if (!only || others.length > 0) return undefined
  if (only.kind === 'command') return policy.offer(subject)
  return ruleFor(manifest.name, resourceText(core.settings.workspace, only))
}

/** As rules compare it. */
function resourceText(workspace: string, { kind, id }: ToolResource): string {
  if (kind === 'path') return insideOf(workspace, id)
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
