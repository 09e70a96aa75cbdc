/**
 * Starts the parts in their order and puts their services together.
 *
 * @module
 */
import type { BriefedRun, Briefing } from '../agents/index.ts'
import type { Services } from '../define/index.ts'
import type { CompanyCaller } from '../pipeline/index.ts'
import { parts } from './all-parts.ts'
import { joinBriefings } from './join-briefings.ts'
import type { Part, PartSetup, StartedPart } from './part.ts'

export interface StartedParts {
  /** What tools reach of them, as one caller may use it. */
  readonly services: (caller: CompanyCaller) => Services
  /** What all of them tell the model of a run. */
  readonly brief: (run: BriefedRun) => Promise<Briefing>
  /** All take up their work now. */
  readonly work: () => Promise<void>
  /** The last one first. */
  readonly close: () => Promise<void>
  /** What a part offers to routes and commands. */
  readonly of: <Api>(part: Part<never, Api>) => Api
}

/** `failed` is told which part it is about. */
export interface PartsSetup extends Omit<PartSetup, 'searched' | 'failed' | 'of'> {
  readonly failed: (part: string, error: unknown) => void
}

/** `settings`: those that parts own, by their names. */
export function startParts(
  settings: Readonly<Record<string, unknown>>,
  { failed, ...setup }: PartsSetup,
): StartedParts {
  const searched = parts.flatMap(({ records = [] }) => records)
  const started: StartedPart[] = []
  const of = <Api>(part: Part<never, Api>) =>
    started[parts.findIndex(({ name }) => name === part.name)]?.api as Api
  for (const part of parts) {
    const value = part.setting && settings[part.setting.name]
    const own = { failed: (error: unknown) => failed(part.name, error), searched, of }
    started.push(part.start({ ...setup, ...own }, value as undefined))
  }
  return {
    services: (caller) => {
      let all: Services = {}
      for (const { services } of started) if (services) all = { ...all, ...services(caller, all) }
      return all
    },
    of,
    brief: async (run) =>
      joinBriefings(await Promise.all(started.flatMap(({ brief }) => (brief ? [brief(run)] : [])))),
    async work() {
      for (const { work } of started) await work?.()
    },
    async close() {
      for (const { close } of started.toReversed()) await close?.()
    },
  }
}
