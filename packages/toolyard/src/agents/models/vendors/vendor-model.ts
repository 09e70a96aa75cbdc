/**
 * A model behind a service, as a `Model`: our messages and tools go out in the form of `ai`, its stream comes back in ours.
 *
 * `ai`'s own loop is not used, only the interface that its provider packages share: a step is one request, and what is
 * done between two steps is not its business.
 *
 * @module
 */
import { providerName } from '../../../dialects/index.ts'
import type { Model, ModelEvent, ModelRequest, ModelTool, ModelToolChoice } from '../model.ts'
import type { ProviderSettings } from '../settings.ts'
import type { LanguageModelV4 } from './language-model.ts'
import { readStream } from './read-stream.ts'
import { askInWords } from './ask-in-words.ts'
import { RefusedMedia } from './refused-media.ts'
import { isTooLong, serviceFault, tellFault } from './service-fault.ts'
import { PromptWriter } from './to-prompt.ts'
import { vendorOf } from './vendors.ts'

export { RefusedMedia } from './refused-media.ts'

export interface VendorModelRequest {
  readonly provider: string
  readonly model: string
  readonly settings: ProviderSettings
  readonly redact: (text: string) => string
  /** What its service has refused before. */
  readonly refused?: RefusedMedia | undefined
}

type VendorCallOptions = Parameters<LanguageModelV4['doStream']>[0]
type Answer = Awaited<ReturnType<LanguageModelV4['doStream']>>
type FunctionTool = Extract<NonNullable<VendorCallOptions['tools']>[number], { type: 'function' }>

export async function openVendorModel(
  facts: Pick<Model, 'name' | 'contextLimit' | 'price'>,
  { provider, model, settings, redact, refused = new RefusedMedia() }: VendorModelRequest,
): Promise<Model> {
  const vendor = vendorOf(provider, settings)
  const language = await vendor.make(model, settings)
  const prompts = new PromptWriter(vendor, refused)
  const tools = new WeakMap<ModelTool, FunctionTool>()
  const options = { ...vendor.options } as NonNullable<VendorCallOptions['providerOptions']>

  const ask = async (request: ModelRequest): Promise<Answer> => {
    const names = new Map(request.tools.map(({ tool, name }) => [tool, name]))
    const nameOf = (tool: string): string => names.get(tool) ?? providerName(tool)
    return language.doStream({
      prompt: await prompts.write(request, nameOf),
      tools: request.tools.map((tool) => functionTool(tool, tools)),
      abortSignal: request.signal,
      ...given(request.options),
      ...(request.toolChoice && request.tools.length > 0 && { toolChoice: choiceOf(request.toolChoice) }),
      ...(vendor.options && { providerOptions: options }),
    })
  }

  const tell = (error: unknown): string =>
    `Model "${facts.name}" does not take what was attached (${redact(tellFault(error))})`

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent, void, undefined> {
    try {
      let answer: Answer
      try {
        answer = await ask(request)
      } catch (error) {
        answer = yield* askInWords({ prompts, refused, ask, tell }, request, error)
      }
      yield* readStream(answer.stream)
    } catch (error) {
      if (isTooLong(error)) yield { type: 'too_long', message: redact(tellFault(error)) }
      else throw serviceFault(error, { model: facts.name, redact })
    }
  }

  return { ...facts, dialect: vendor.dialect, strict: vendor.strict, stream }
}

function functionTool(tool: ModelTool, made: WeakMap<ModelTool, FunctionTool>): FunctionTool {
  let known = made.get(tool)
  if (known) return known
  const { name, description, inputSchema, strict, examples } = tool
  known = {
    type: 'function',
    name,
    description,
    inputSchema: inputSchema as object,
    ...(strict !== undefined && { strict }),
    ...(examples && {
      inputExamples: examples.map((input) => ({ input })) as NonNullable<FunctionTool['inputExamples']>,
    }),
  }
  made.set(tool, known)
  return known
}

function choiceOf(choice: ModelToolChoice): NonNullable<VendorCallOptions['toolChoice']> {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.tool }
}

function given({
  temperature,
  maxOutputTokens,
  reasoning,
}: ModelRequest['options']): Partial<VendorCallOptions> {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoning !== undefined && { reasoning }),
  }
}
