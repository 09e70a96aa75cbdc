import { describeRunner } from '../../src/agents/conformance/index.ts'
import { claudeModel, openClaude, wireName } from './open-claude.ts'

describeRunner('Claude Agent SDK', async (test, turns) => {
  const said = turns.map(({ text, calls }) => ({
    ...(text !== undefined && { text }),
    ...(calls && {
      calls: calls.map(({ tool, input }) => ({
        tool: wireName(tool),
        ...(typeof input === 'string' ? { raw: input } : { input }),
      })),
    }),
  }))
  const { runner, server } = await openClaude(test, said)
  return {
    runner,
    model: claudeModel,
    shown: () => server.requests.map(({ body }) => JSON.stringify(body['messages'])),
  }
})
