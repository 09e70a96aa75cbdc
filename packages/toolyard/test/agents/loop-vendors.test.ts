/** The loop does all that a runner must with each vendor's real package. */
import { describeRunner, describeRunnerEnds, type OpensRunner } from '../../src/agents/conformance/index.ts'
import type { ModelTurn } from './model-server.ts'
import { openLoop, vendors } from './open-loop.ts'

for (const vendor of vendors) {
  const open: OpensRunner = async (test, said) => {
    const turns: ModelTurn[] = said.map(({ calls = [], ...turn }) => ({
      ...turn,
      calls: calls.map(({ tool, input }) =>
        typeof input !== 'string' ? { tool, input } : vendor === 'google' ? { tool } : { tool, raw: input },
      ),
    }))
    const { runner, model, server } = await openLoop(test, turns)
    return {
      runner,
      model: model(vendor),
      shown: () => server.requests.map(({ body }) => JSON.stringify(body)),
    }
  }
  describeRunner(`the loop with ${vendor}`, open)
  describeRunnerEnds(`the loop with ${vendor}`, open)
}
