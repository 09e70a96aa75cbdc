/**
 * The tools: what there is, one of them, its versions, how providers are told of it, whether it is on.
 *
 * @module
 */
import { z } from 'zod'
import { type Route, route } from '../route.ts'
import { idParams, listOf, whole } from '../shapes/common.ts'
import { definitionParams, toolQuery } from '../shapes/tool-query.ts'
import { definitionAnswer, syncAnswer, toolDetail, toolPage, toolVersion } from '../shapes/tools.ts'

export const toolRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/tools',
    summary:
      'Tools by name, or by how well they match; with counts by category, type, source, permission, tag and state.',
    access: 'viewer',
    query: toolQuery,
    answer: toolPage,
    handle: ({ tools }, { query }) => tools.page(query),
  }),
  route({
    method: 'GET',
    path: '/api/tools/:id',
    summary:
      'One tool, by id or name, with its schema, its agents and how faithfully each provider can be told of it.',
    access: 'viewer',
    params: idParams,
    answer: toolDetail,
    handle: ({ tools }, { params }) => tools.detail(params.id),
  }),
  route({
    method: 'GET',
    path: '/api/tools/:id/versions',
    summary: 'Every version of a tool that was ever seen, newest first, each with what it changed.',
    access: 'viewer',
    params: idParams,
    answer: listOf(toolVersion),
    handle: async ({ yard }, { params }) =>
      whole(
        (await yard.catalogue.versions(params.id)).map((entry) => ({
          version: entry.version,
          fingerprint: entry.fingerprint,
          seenAt: entry.seenAt,
          verdict: entry.verdict,
          reasons: entry.reasons,
          changes: entry.comparison?.changes ?? [],
          isCurrent: entry.isCurrent,
          isAccepted: entry.isAccepted,
        })),
      ),
  }),
  route({
    method: 'GET',
    path: '/api/tools/:id/definitions/:dialect',
    summary: 'The definition as a provider gets it, with a report of what was lost on the way.',
    access: 'viewer',
    params: definitionParams,
    answer: definitionAnswer,
    handle: async ({ yard, tools }, { params: { id, dialect } }) => {
      const { manifest } = await yard.catalogue.find(id)
      return {
        definition: yard.dialects.compile(manifest, dialect).definition ?? null,
        report: tools.report(manifest, dialect),
        tokens: tools.cost(manifest, dialect),
      }
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/tools/:id',
    summary: 'Switches a tool on or off, for everybody.',
    access: 'operator',
    params: idParams,
    body: z.strictObject({ enabled: z.boolean() }),
    answer: toolDetail,
    handle: async ({ yard, tools }, { params, body }) => {
      const { id } = await yard.catalogue.setEnabled(params.id, body.enabled)
      return tools.detail(id)
    },
  }),
  route({
    method: 'POST',
    path: '/api/tools/sync',
    summary: 'Brings the catalogue in step with the tools that are there, and says what that changed.',
    access: 'operator',
    body: z.strictObject({ dryRun: z.boolean().optional() }),
    answer: syncAnswer,
    handle: ({ yard }, { body }) => yard.catalogue.sync({ dryRun: body.dryRun ?? false }),
  }),
]
