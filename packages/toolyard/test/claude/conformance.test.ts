import { describeRunner, describeRunnerEnds, type OpensRunner } from '../../src/agents/conformance/index.ts'
import { claudeModel, openClaude, wireName } from './open-claude.ts'

const open: OpensRunner = async (test, turns) => {
  const said = turns.map(({ text, calls, finish }) => ({
    ...(finish && { finish }),
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
}

describeRunner('Claude Agent SDK', open)
describeRunnerEnds('Claude Agent SDK', open)
