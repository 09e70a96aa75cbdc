/**
 * The models that agents can be given, and tries of agents that are not saved.
 *
 * @module
 */
import { z } from 'zod'
import { personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { idParams } from '../shapes/common.ts'
import { draftBody, modelList, startedDraft } from '../shapes/models.ts'

export const modelRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/models',
    summary:
      'Model providers with the variables that they still need, models whose names are known, and agent runtimes.',
    access: 'viewer',
    answer: modelList,
    handle: ({ yard }) => yard.installation.models(),
  }),
  route({
    method: 'POST',
    path: '/api/drafts/runs',
    summary:
      'Tries an agent that is not saved: a run under the same policy, with the tools that are named. Answers at once; follow it by its id.',
    access: 'operator',
    status: 202,
    body: draftBody,
    answer: startedDraft,
    handle: async ({ yard }, { body, caller }) => {
      const { agent: spec, prompt, draft } = body
      const started = await yard.installation.drafts.start({
        spec: spec as object,
        prompt,
        draft,
        principal: personOf(caller),
      })
      return { draft: started.draft, runId: started.run.runId, threadId: started.run.threadId }
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/drafts/:id',
    summary: 'Ends a try, and takes away what was said in it. Its calls stay in the journal.',
    access: 'operator',
    params: idParams,
    answer: z.object({ removed: z.literal(true) }),
    handle: async ({ yard }, { params, caller }) => {
      await yard.installation.drafts.remove(params.id, personOf(caller))
      return { removed: true as const }
    },
  }),
]
