/**
 * The same question with words in place of pictures and files, if they may be why the service did not take it. Only if that is taken,
 * they were the reason: then they are named in words from now on.
 *
 * @module
 */
import type { ModelEvent, ModelRequest } from '../model.ts'
import { mayBeMedia, type RefusedMedia, type ShownPart } from './refused-media.ts'
import { isTooLong } from './service-fault.ts'
import type { PromptWriter } from './to-prompt.ts'

export interface WordsParts<Answer> {
  readonly prompts: PromptWriter
  readonly refused: RefusedMedia
  readonly ask: (request: ModelRequest) => Promise<Answer>
  /** What people are told of a refusal. */
  readonly tell: (error: unknown) => string
}

/** Throws the refusal itself if it is about something else. */
export async function* askInWords<Answer>(
  parts: WordsParts<Answer>,
  request: ModelRequest,
  error: unknown,
): AsyncGenerator<ModelEvent, Answer, undefined> {
  const { prompts, refused, tell } = parts
  const shown = prompts.shown(request)
  if (shown.length === 0 || !mayBeMedia(error) || isTooLong(error)) throw error
  const answer = await askWithout(parts, request, shown)
  if (answer === undefined) throw error
  refused.note(error, shown)
  prompts.forget()
  const names = shown.map(({ name }) => `"${name}"`).join(', ')
  yield { type: 'notice', text: `${tell(error)}: it is only told that there is ${names}.` }
  return answer
}

async function askWithout<Answer>(
  { prompts, refused, ask }: WordsParts<Answer>,
  request: ModelRequest,
  shown: readonly ShownPart[],
): Promise<Answer | undefined> {
  using _ = refused.hold(shown)
  prompts.forget()
  try {
    return await ask(request)
  } catch {
    // The first refusal is the one that is told.
    return undefined
  } finally {
    prompts.forget()
  }
}
