/**
 * A model for torture, as a service on this machine: what it says next depends on the conversation alone, so that it says the same whichever
 * process asks. It marks, looks, pays with an approval and gives work to a sub-agent.
 */
import {
  type ModelServer,
  type ModelTurn,
  type ServedRequest,
  startModelServer,
} from '../../agents/model-server.ts'

export interface AgentModel {
  readonly server: ModelServer
  /** How often each step was asked for: `run-0-3`. */
  readonly asked: ReadonlyMap<string, number>
  /** Requests for a summary. */
  readonly summaries: () => number
}

/** Tokens of every answer that is a step. */
export const usage = { input: 1500, output: 20 }

/** So that a conversation outgrows its context. */
const manyWords = 'The work goes on as it was planned. '.repeat(12)

export const toolAt = (step: number): 'mark' | 'look' | 'pay' | 'spawn' => {
  if (step % 8 === 3) return 'spawn'
  if (step % 8 === 6) return 'pay'
  return step % 2 === 0 ? 'mark' : 'look'
}

export async function startAgentModel(steps: number): Promise<AgentModel> {
  const asked = new Map<string, number>()
  let summaries = 0
  const server = await startModelServer((request) => {
    const said = JSON.stringify(request.body)
    if (isSummary(request)) {
      summaries++
      return { text: 'Work went on.', usage: { input: 0, output: 0 } }
    }
    const [name, turn] = said.includes('You work below') ? below(said) : above(said, steps)
    asked.set(name, (asked.get(name) ?? 0) + 1)
    return { ...turn, usage }
  })
  return { server, asked, summaries: () => summaries }
}

function isSummary({ body }: ServedRequest): boolean {
  const { tools } = body
  return !Array.isArray(tools) || tools.length === 0
}

/** The step after the last one that the conversation shows. */
function above(said: string, steps: number): readonly [string, ModelTurn] {
  const [run = ''] = /run-\d+/.exec(said) ?? []
  const done = [...said.matchAll(/(run-\d+)-(\d+)/g)].map(([, , step]) => Number(step))
  const step = Math.max(-1, ...done) + 1
  const text = `${run}-${step}`
  if (step >= steps) return [text, { text: 'Done.' }]
  const tool = toolAt(step)
  const input = tool === 'spawn' ? { task: text, agent: 'below', wait: true } : { text }
  return [text, { text: `Step ${step}. ${manyWords}`, calls: [{ tool, input }] }]
}

function below(said: string): readonly [string, ModelTurn] {
  const [task = ''] = /run-\d+-\d+/.exec(said) ?? []
  const text = `${task}/below`
  if (said.includes(text)) return [`${text} end`, { text: `Did ${task}.` }]
  return [text, { calls: [{ tool: 'mark', input: { text } }] }]
}
