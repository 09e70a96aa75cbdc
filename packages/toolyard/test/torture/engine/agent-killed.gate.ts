/** A run with approvals, sub-agents and a compaction on a vendor's package, in two processes that are killed at random moments. */
import type { ToolService } from '../../../src/runtime/index.ts'
import { type AgentModel, startAgentModel, toolAt, usage } from './agent-model.ts'
import { checkRun } from './check-run.ts'
import { type Gate, guarantee } from './gate.ts'
import { killMany } from './kill-runs.ts'
import { openYard, vendorModel, yardTerms } from './yard.ts'

const steps = { short: 12, long: 40 }
const holdMs = 40

export const gate: Gate = {
  title: `a run of ${steps.long} steps with approvals, sub-agents and a compaction, its processes killed at random moments`,
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: true,
  async run(run) {
    const count = run.isShort ? steps.short : steps.long
    const model = await startAgentModel(count)
    await using _ = model.server
    const terms = {
      ...(await yardTerms(run.place)),
      holdMs,
      model: { url: model.server.url, contextLimit: run.isShort ? 2600 : 4000 },
    }
    const yard = await openYard(terms, false)
    const approver = new Approver(yard)
    try {
      await makeAgents(yard)
      const wanted = run.isShort ? 3 : 40
      const { kills, runs } = await killMany(run, { terms, yard, wanted, workers: 2 })
      const problems: string[] = []
      for (const runId of runs)
        problems.push(...(await checkAgentRun(yard, { runId, steps: count, log: terms.log, model })))
      if (model.summaries() === 0) problems.push('there was no compaction')
      problems.push(...(await yard.store.calls.verify()).problems)
      const again = [...model.asked.values()].filter((times) => times > 1).length
      const measured = `${kills} kills in ${runs.length} runs, ${again} steps asked again, ${approver.given} approvals: one history each, no call twice, cost counted once`
      return [guarantee('runs of a vendor’s model that a kill has changed', problems, { measured })]
    } finally {
      await approver.stop()
      await yard.close()
    }
  },
}

async function makeAgents(yard: ToolService): Promise<void> {
  const toolIds = ['mark', 'look', 'pay', 'spawn']
  await yard.agents.create({ name: 'worker', model: vendorModel, prompt: 'You work.', toolIds })
  await yard.agents.create({ name: 'below', model: vendorModel, prompt: 'You work below.', toolIds })
}

/** A person who says yes to everything. */
class Approver {
  given = 0
  #isOver = false
  readonly #work: Promise<void>

  constructor(yard: ToolService) {
    this.#work = this.#approve(yard)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#work
  }

  async #approve(yard: ToolService): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = async (): Promise<void> => {
      for (const { id } of await yard.inbox.list()) {
        await yard.inbox.approve(id, { by: 'ann' })
        this.given++
      }
      if (this.#isOver) resolve()
      else setTimeout(() => void look(), 25)
    }
    await look()
    await promise
  }
}

interface CheckedRun {
  readonly runId: string
  readonly steps: number
  readonly log: string
  readonly model: AgentModel
}

async function checkAgentRun(
  yard: ToolService,
  { runId, steps: count, log, model }: CheckedRun,
): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, step) => `${runId}-${step}`)
  const problems = await checkRun(yard, { runId, texts, result: 'Done.', log })
  problems.push(...(await costProblems(yard, runId, count + 1)))
  const below = await yard.store.runs.list({ parentId: runId, limit: 1000 })
  const tasks = texts.filter((_, step) => toolAt(step) === 'spawn')
  const started = below.map(({ task }) => task).toSorted()
  if (started.join() !== tasks.toSorted().join())
    problems.push(`${runId}: its sub-agents are ${started.join()}`)
  for (const { id, task, threadId } of below) {
    problems.push(
      ...(await checkRun(yard, {
        runId: id,
        threadId,
        texts: [`${task}/below`],
        result: `Did ${task}.`,
        log,
      })),
    )
    problems.push(...(await costProblems(yard, id, 2)))
  }
  const { restarted, last } = await toldSteps(yard, runId)
  for (const [step, text] of texts.entries())
    if ((model.asked.get(text) ?? 0) > 1 && step < last && !restarted.has(step + 1))
      problems.push(
        `${text} was asked ${model.asked.get(text)} times, and nobody was told that the step began again`,
      )
  return problems
}

/** Every answer that stands in the thread is counted once, and none that was lost with its process. */
async function costProblems(yard: ToolService, runId: string, answers: number): Promise<readonly string[]> {
  const run = await yard.store.runs.find(runId)
  const told = [run?.steps, run?.inputTokens, run?.outputTokens, run?.cost]
  const right = [
    answers,
    answers * usage.input,
    answers * usage.output,
    answers * (usage.input + usage.output),
  ]
  return told.join() === right.join() ? [] : [`${runId}: it used ${told.join()} instead of ${right.join()}`]
}

interface ToldSteps {
  readonly restarted: ReadonlySet<number>
  /** The last one that was told to its end: what comes after it may have died with its process. */
  readonly last: number
}

async function toldSteps(yard: ToolService, runId: string): Promise<ToldSteps> {
  // Nobody has the run any more: what is not written by now never will be.
  await yard.runs.streams.end(runId, { type: 'notice', text: 'it was read' }).catch(() => {})
  const restarted = new Set<number>()
  let last = 0
  for await (const { event } of yard.runs.streams.watch(runId, 0)) {
    if (event.type === 'step_restarted') restarted.add(event.step)
    if (event.type === 'usage') last = Math.max(last, event.usage.steps)
  }
  return { restarted, last }
}
