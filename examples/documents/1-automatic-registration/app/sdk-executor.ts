/** Document, 3.1: runs an agent from the database with the tools that are bound to it. */
import type { ToolService } from 'toolyard'

export class SDKExecutor {
  readonly #yard: ToolService
  readonly #agentName: string

  constructor(yard: ToolService, agentName: string) {
    this.#yard = yard
    this.#agentName = agentName
  }

  async run(prompt: string): Promise<string[]> {
    const agent = await this.#yard.agents.find(this.#agentName)
    const messages = [`tools: ${agent.tools.map(({ name }) => name).join(', ')}`]
    const run = await this.#yard.runs.start({ agent: agent.name, prompt })
    for await (const event of run.events) {
      if (event.type === 'tool_call') messages.push(`calls ${event.tool} ${JSON.stringify(event.input)}`)
      if (event.type === 'done') messages.push(`says ${event.text}`)
    }
    return messages
  }
}
