/**
 * Which engine carries the jobs, whether it answers, whether it can carry them safely, and who works on them.
 *
 * @module
 */
import { createRedactor, createSecretReader } from '../../../host/index.ts'
import { createClock } from '../../../kernel/index.ts'
import { engineOf, type EngineSettings, type InstallationEngine } from '../../../runtime/index.ts'
import type { Store } from '../../../store/index.ts'
import { count } from '../../terminal/layout.ts'
import type { Finding } from './finding.ts'

/** An answer of Redis that takes longer makes every job slow. */
const slowMs = 20

export interface EnginePlace {
  readonly settings: EngineSettings
  readonly store: Store
  readonly workspace: string
}

/** Throws what is wrong with it. */
export async function engineFinding({ settings, store, workspace }: EnginePlace): Promise<Finding> {
  const clock = createClock()
  const secrets = createSecretReader(process.env, createRedactor([]))
  const engine = engineOf(settings, { store, clock, secrets, workspace, late: {} })
  try {
    if (engine.kind === 'redis') return await redisFinding(engine)
    if (engine.kind === 'memory') return { state: 'well', text: `jobs of ${store.location} are not shared` }
    return { state: 'well', text: `jobs are in ${store.location}; ${await workersOf(engine)}` }
  } finally {
    await engine.close()
    clock.close()
  }
}

async function redisFinding(engine: InstallationEngine): Promise<Finding> {
  // The line of a warning is told by the findings below.
  const stop = engine.follow({ notice: () => {} })
  const facts = await engine.examine()
  stop()
  const { version = '', latencyMs = 0, findings = [] } = facts ?? {}
  const [first] = findings
  const text = `Redis ${version} answers in ${latencyMs.toFixed(1)} ms; ${await workersOf(engine)}`
  if (first) return { state: 'less', text: `${text}. ${first.text}`, remedy: first.remedy }
  if (latencyMs <= slowMs) return { state: 'well', text: `${text}; it keeps all keys and writes a file` }
  return { state: 'less', text, remedy: 'Put Redis near the servers and workers: it is slow to answer.' }
}

async function workersOf(engine: InstallationEngine): Promise<string> {
  const counts = await (await engine.shared()).inspection.counts()
  const served = counts.filter(({ workers }) => workers > 0)
  const unserved = counts.filter(({ workers, waiting }) => workers === 0 && waiting > 0)
  const told = served.map(({ queue, workers }) => `${queue} ${workers}`).join(', ')
  const waits = unserved.map(({ queue, waiting }) => `${count(waiting, 'job')} of ${queue}`).join(', ')
  return [
    served.length === 0 ? 'no workers run now' : `workers: ${told}`,
    ...(unserved.length === 0 ? [] : [`without a worker: ${waits}`]),
  ].join('; ')
}
