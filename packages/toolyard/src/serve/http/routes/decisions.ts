/**
 * What people decide about the versions of a tool: accept one, stay with one, go back to one.
 *
 * @module
 */
import type { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CatalogueTool } from '../../../store/index.ts'
import { type Route, route } from '../route.ts'
import { idParams } from '../shapes/common.ts'
import { decisionBody, toolDetail } from '../shapes/tools.ts'

type DecisionBody = z.output<typeof decisionBody>

/** These let a version run, so they must name the one that the person saw. */
const needsLook: ReadonlySet<string> = new Set(['accept', 'pin'])

export const decisionRoutes: readonly Route[] = [
  decide(
    'accept',
    'Lets a version run: the one that was looked at, while it is the current one.',
    ({ catalogue }, tool, looked) => catalogue.accept(tool, looked),
  ),
  decide('pin', 'Lets only one version run: the one that was looked at.', ({ catalogue }, tool, looked) =>
    catalogue.pin(tool, looked),
  ),
  decide(
    'unpin',
    'Lets every version run again; of a tool from outside, those that are accepted.',
    ({ catalogue }, tool) => catalogue.unpin(tool),
  ),
  decide(
    'rollback',
    'Pins the version before the current one, or the one that is named.',
    ({ catalogue }, tool, { version }) => catalogue.rollBack(tool, version),
  ),
]

function decide(
  word: string,
  summary: string,
  act: (yard: ToolService, tool: string, decision: DecisionBody) => Promise<CatalogueTool>,
): Route {
  return route({
    method: 'POST',
    path: `/api/tools/:id/${word}`,
    summary,
    access: 'approver',
    params: idParams,
    body: decisionBody,
    answer: toolDetail,
    handle: async ({ yard, tools }, { params, body }) => {
      const { id, name, fingerprint } = await yard.catalogue.find(params.id)
      if (body.fingerprint !== undefined && !fingerprint.startsWith(body.fingerprint))
        throw new ToolyardError('conflict', `"${name}" has changed since it was looked at`, {
          hint: 'Look at the version that is there now, then decide.',
        })
      if (needsLook.has(word) && body.fingerprint === undefined && body.version === undefined)
        throw new ToolyardError('invalid_arguments', `which version of "${name}" was looked at?`, {
          hint: 'Send { "fingerprint": … } or { "version": … }, as GET /api/tools/:id shows it.',
        })
      await act(yard, id, body)
      return tools.detail(id)
    },
  })
}
