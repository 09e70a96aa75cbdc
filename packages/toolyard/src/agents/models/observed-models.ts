/**
 * Models whose answers are watched: every question that is asked of a service, with what came of it. Retries and models that stand in for
 * others are questions of their own.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Answered, AnswerWatch } from '../run/run-observer.ts'
import type { RunObservers } from '../run/run-observers.ts'
import type { Model, ModelEvent, ModelRequest, Models } from './model.ts'

export function observedModels(models: Models, observers: RunObservers): Models {
  return {
    async open(name) {
      const model = await models.open(name)
      return { ...model, stream: (request) => watched(model, request, observers) }
    },
  }
}

function watched(model: Model, request: ModelRequest, observers: RunObservers): AsyncIterable<ModelEvent> {
  const { runId } = request
  const watch = observers.ask({ runId, model: model.name, request })
  return watch ? follow(model, request, watch) : model.stream(request)
}

async function* follow(
  model: Model,
  request: ModelRequest,
  watch: AnswerWatch,
): AsyncGenerator<ModelEvent, void, undefined> {
  const within = watch.within ?? ((work) => work())
  const events = within(() => model.stream(request)[Symbol.asyncIterator]())
  let answered: Answered = { error: 'cancelled' }
  try {
    for (;;) {
      const next = await within(() => events.next())
      if (next.done === true) break
      const event = next.value
      if (event.type === 'finish') answered = event
      if (event.type === 'too_long') answered = { error: 'budget_exhausted', message: event.message }
      yield event
    }
  } catch (error) {
    answered = faultOf(error, request.signal)
    throw error
  } finally {
    await events.return?.()
    watch.end(answered)
  }
}

/** Why the question was given up counts more than how that broke the stream. */
function faultOf(error: unknown, { aborted, reason }: AbortSignal): Answered {
  const why: unknown = aborted && ToolyardError.isInstance(reason) ? reason : error
  if (ToolyardError.isInstance(why)) return { error: why.code, message: why.message }
  return { error: aborted ? 'cancelled' : 'internal', message: messageOf(why) }
}
