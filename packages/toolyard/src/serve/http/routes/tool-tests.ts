/**
 * Tests of a tool: its examples, saved from calls beside its file, and run. What is saved is what `toolyard check` runs.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import { listTests, removeTest, runTest, saveTest } from '../../../testing/examples/index.ts'
import { callIdsOf } from '../call-ids.ts'
import { personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { idParams } from '../shapes/common.ts'
import { savedTest, saveTestBody, testParams, testRun, toolTestList } from '../shapes/tool-tests.ts'

export const toolTestRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/tools/:id/tests',
    summary: 'The tests of a tool: the examples of its definition, and those that were saved from calls.',
    access: 'viewer',
    params: idParams,
    answer: toolTestList,
    handle: async ({ yard }, { params }) => {
      const { name } = await yard.catalogue.find(params.id)
      const { tests, ...rest } = await listTests(yard, name)
      return { ...rest, items: tests }
    },
  }),
  route({
    method: 'POST',
    path: '/api/tools/:id/tests',
    summary:
      'Saves a call that went well as an example or a test, beside the file of its tool: what "toolyard calls save" writes.',
    access: 'operator',
    params: idParams,
    body: saveTestBody,
    answer: savedTest,
    handle: async ({ yard }, { params, body, caller }) => {
      const { name } = await yard.catalogue.find(params.id)
      const { call: id, as, title, force } = body
      for (const known of callIdsOf(personOf(caller), id)) {
        const call = await yard.journal.find(known)
        if (call?.tool === name) return saveTest(yard, call, { title, force, output: as === 'test' })
      }
      throw new ToolyardError('not_found', `"${name}" has no call "${id.slice(0, 200)}" in the journal`, {
        hint: 'See its calls with GET /api/calls?tool=NAME.',
      })
    },
  }),
  route({
    method: 'POST',
    path: '/api/tools/:id/tests/:test/run',
    summary: 'Runs one test. A call about which a person would be asked is not made.',
    access: 'operator',
    params: testParams,
    answer: testRun,
    handle: async ({ yard }, { params, caller, response }) => {
      const { name } = await yard.catalogue.find(params.id)
      const gone = new AbortController()
      response.once('close', () => response.writableEnded || gone.abort())
      return runTest(yard, { tool: name, id: params.test, principal: personOf(caller), signal: gone.signal })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/tools/:id/tests/:test',
    summary: 'Deletes a test that was saved. Those of a definition are deleted there.',
    access: 'operator',
    params: testParams,
    answer: toolTestList,
    handle: async ({ yard }, { params }) => {
      const { name } = await yard.catalogue.find(params.id)
      await removeTest(yard, name, params.test)
      const { tests, ...rest } = await listTests(yard, name)
      return { ...rest, items: tests }
    },
  }),
]
