/** The loop does all that a runner must with each vendor's real package. */
import {
  describeRunner,
  describeRunnerEnds,
  describeRunnerSummaries,
  describeRunnerUsage,
  type OpensRunner,
  type SaidTurn,
  summaryText,
} from '../../src/agents/conformance/index.ts'
import type { ModelTurn, ServedRequest } from './model-server.ts'
import { openLoop, type VendorName, vendors } from './open-loop.ts'

/** As little as the suite of summaries speaks of. */
const fewTokens = 20_000

for (const vendor of vendors) {
  const open: OpensRunner = async (test, said) => {
    const { runner, model, server } = await openLoop(
      test,
      said.map((turn) => turnOf(vendor, turn)),
    )
    return { runner, model: model(vendor), shown: () => server.requests.map(textOf) }
  }
  const openSmall: OpensRunner = async (test, said) => {
    const turns = said.map((turn) => turnOf(vendor, turn))
    const { runner, model, server } = await openLoop(
      test,
      (request) =>
        /You summarise the beginning/.test(textOf(request))
          ? { text: summaryText }
          : (turns.shift() ?? { text: '' }),
      { models: { limits: { [`${vendor}/*`]: fewTokens } } },
    )
    return { runner, model: model(vendor), shown: () => server.requests.map(textOf) }
  }
  describeRunner(`the loop with ${vendor}`, open)
  describeRunnerEnds(`the loop with ${vendor}`, open)
  describeRunnerUsage(`the loop with ${vendor}`, open, { tellsWritten: vendor === 'anthropic' })
  describeRunnerSummaries(`the loop with ${vendor}`, openSmall)
}

function turnOf(vendor: VendorName, { calls = [], usage, ...turn }: SaidTurn): ModelTurn {
  return {
    ...turn,
    ...(usage && { usage: countedBy(vendor, usage) }),
    calls: calls.map(({ tool, input }) =>
      typeof input !== 'string' ? { tool, input } : vendor === 'google' ? { tool } : { tool, raw: input },
    ),
  }
}

/** Anthropic counts what was read before, and what was written down, beside the input. */
function countedBy(
  vendor: VendorName,
  { input, output, cached = 0, written = 0 }: NonNullable<SaidTurn['usage']>,
): NonNullable<ModelTurn['usage']> {
  if (vendor !== 'anthropic') return { input, output, cacheRead: cached }
  return { input: input - cached - written, output, cacheRead: cached, cacheWrite: written }
}

function textOf({ body }: ServedRequest): string {
  return JSON.stringify(body)
}
