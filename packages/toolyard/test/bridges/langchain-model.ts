/** A chat model of LangChain that asks for given calls, then says `done`. */
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'

export interface Asked {
  readonly tool: string
  readonly input?: Record<string, unknown>
  readonly id?: string
}

export class ScriptedModel extends BaseChatModel {
  readonly #turns: readonly (readonly Asked[])[]
  #turn = 0
  /** The tools that it was given. */
  bound: unknown[] = []
  /** What tools answered, as it read them last. */
  heard: ToolMessage[] = []

  constructor(turns: readonly (readonly Asked[])[]) {
    super({})
    this.#turns = turns
  }

  _llmType(): string {
    return 'scripted'
  }

  override bindTools(tools: unknown[]): this {
    this.bound = tools
    return this
  }

  async _generate(
    messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    _run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    this.heard = messages.filter((message) => ToolMessage.isInstance(message))
    const calls = this.#turns[this.#turn++]
    const message = new AIMessage({
      content: calls ? '' : 'done',
      tool_calls: (calls ?? []).map(({ tool, input = {}, id }, index) => ({
        type: 'tool_call' as const,
        name: tool,
        args: input,
        id: id ?? `call_${index}`,
      })),
    })
    return { generations: [{ text: calls ? '' : 'done', message }] }
  }
}

export function modelThat(...turns: readonly (readonly Asked[])[]): ScriptedModel {
  return new ScriptedModel(turns)
}
