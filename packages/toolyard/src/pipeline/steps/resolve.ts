/**
 * Step 1: finds the tool that this caller means, in the version that it was shown.
 *
 * @module
 */
import { messageOf, nearest } from '../../kernel/index.ts'
import type { RegistryEntry } from '../../registry/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'
import { fromThrown, type Outcome, refuse } from '../outcome.ts'
import type { RunnablePlan } from '../runnable-plan.ts'
import type { Plans } from '../plans.ts'

export function resolve(
  core: Core,
  plans: Plans,
  invocation: Invocation,
): RunnablePlan | Outcome | Promise<RunnablePlan | Outcome> {
  const { name, thread, options } = invocation
  if (thread?.shown === undefined && options.fingerprint === undefined) {
    const known = plans.named(name)
    if (known) return known
  }
  const shown = thread?.shown?.get(name)
  const current = core.tools.get(name)
  const entry = shown && current ? shown : current
  if (!entry) return shown ? gone(name) : notFound(core, name)
  if (options.fingerprint !== undefined && options.fingerprint !== entry.manifest.fingerprint)
    return stale(name)
  if (entry.loaded) {
    const plan = plans.for(entry.loaded)
    return entry === current ? plans.remember(name, plan) : plan
  }
  return load(plans, entry)
}

async function load(plans: Plans, entry: RegistryEntry): Promise<RunnablePlan | Outcome> {
  try {
    return plans.for(await entry.load())
  } catch (error) {
    const outcome = fromThrown(error, entry.manifest.name)
    return outcome.fault
      ? {
          ...outcome,
          fault: {
            ...outcome.fault,
            message: `"${entry.manifest.name}" could not be loaded: ${messageOf(error)}`,
          },
        }
      : outcome
  }
}

function notFound(core: Core, name: string): Outcome {
  const snapshot = core.tools.snapshot()
  const near = nearest(name, snapshot.names)
  const others =
    snapshot.size === 0
      ? 'No tools are registered.'
      : `Tools: ${snapshot.names.slice(0, 20).join(', ')}${snapshot.size > 20 ? ', …' : ''}.`
  return refuse('error', 'tool_not_found', {
    message: `there is no tool named "${name.slice(0, 100)}".`,
    hint: near.length > 0 ? `Did you mean ${near.map((other) => `"${other}"`).join(' or ')}?` : others,
  })
}

function gone(name: string): Outcome {
  return refuse('error', 'stale_tool', {
    message: `"${name}" was removed since you were shown it.`,
    hint: 'Look at the list of tools again.',
  })
}

function stale(name: string): Outcome {
  return refuse('error', 'stale_tool', {
    message: `"${name}" has changed since you were shown it.`,
    hint: 'Look at its definition again, then call it by that.',
    retryable: true,
  })
}
