/**
 * Where a server may send a call on to: judged as if the call had named the address. The site that it did name is not asked
 * about again, unless a rule speaks of the new address.
 *
 * @module
 */
import type { ToolResource } from '../../define/index.ts'
import type { Objection } from '../../host/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'
import { type PolicySubject, siteOf } from '../policy/index.ts'
import { grantedTo, subjectOf } from './authorise.ts'

/** Why the call may not go on to a URL; undefined if nothing is ever said against one. */
export function redirectJudge(core: Core, invocation: Invocation): Objection | undefined {
  const { plan } = invocation
  if (!plan || plan.constant?.effect === 'allow') return undefined
  return (url, method) => {
    const subject = subjectOf(core, plan, invocation)
    if (subject.kind === 'refused') return 'it could not be judged.'
    const named = subject.resources?.filter(({ kind }) => kind === 'url') ?? []
    const there: PolicySubject = { ...subject, resources: [resourceAt(url, method, named[0])] }
    const { effect, rule, reason } = plan.policy.decide(there)
    if (effect === 'allow') return undefined
    if (effect === 'deny') return `${reason} (decided by "${rule}").`
    const isKnown = named.some(({ id }) => isSameSite(id, url)) && plan.policy.decide(subject).rule === rule
    if (named.length === 0 || isKnown || grantedTo(core, invocation, { plan, subject: there }))
      return undefined
    return 'that is another site, about which a person is asked first.'
  }
}

/** A redirect may make a GET of a POST; where rules know calls by their methods, they are told the new one. */
function resourceAt(url: string, method: string, named: ToolResource | undefined): ToolResource {
  return { kind: 'url', id: url, access: named?.access ?? 'read', ...(named?.method && { method }) }
}

/** An address is followed from http to https as well. */
function isSameSite(from: string, to: string): boolean {
  const [some, other] = [siteOf(from), siteOf(to)]
  return some === other || some.replace(/^http:\/\//, 'https://') === other
}
