import {
  describeRunner,
  describeRunnerEnds,
  describeRunnerSummaries,
  describeRunnerUsage,
  type OpensRunner,
  type SaidTurn,
  summaryText,
} from '../../src/agents/conformance/index.ts'
import type { ModelTurn, ServedRequest } from '../agents/model-server.ts'
import { installClaudeSdk } from './install-sdk.ts'
import { claudeModel, openClaude, wireName } from './open-claude.ts'

const open: OpensRunner = async (test, turns) => {
  const { runner, server } = await openClaude(test, turns.map(turnOf))
  return { runner, model: claudeModel, shown: () => server.requests.map(textOf) }
}

/** Its program sums up when what the service counts comes near to the window. */
const openFull: OpensRunner = async (test, said) => {
  const turns = said.map(turnOf)
  const { runner, server } = await openClaude(
    test,
    (request) =>
      /<summary>/.test(JSON.stringify((request.body['messages'] as readonly unknown[]).at(-1)))
        ? { text: `<summary>${summaryText}</summary>`, usage: { input: 700, output: 70 } }
        : { usage: { input: turns.length === 2 ? 75_000 : 1000, output: 10 }, ...turns.shift() },
    {
      settings: {
        sdkFolder: installClaudeSdk(),
        variables: {
          ANTHROPIC_API_KEY: '${ANTHROPIC_API_KEY}',
          ANTHROPIC_BASE_URL: '${ANTHROPIC_BASE_URL}',
          CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000',
        },
      },
    },
  )
  return { runner, model: claudeModel, shown: () => server.requests.map(textOf) }
}

describeRunner('Claude Agent SDK', open)
describeRunnerEnds('Claude Agent SDK', open)
describeRunnerUsage('Claude Agent SDK', open, { tellsWritten: true })
describeRunnerSummaries('Claude Agent SDK', openFull)

function turnOf({ text, calls, finish, usage }: SaidTurn): ModelTurn {
  return {
    ...(finish && { finish }),
    ...(text !== undefined && { text }),
    ...(usage && { usage: countedApart(usage) }),
    ...(calls && {
      calls: calls.map(({ tool, input }) => ({
        tool: wireName(tool),
        ...(typeof input === 'string' ? { raw: input } : { input }),
      })),
    }),
  }
}

/** What was read before, and what was written down, are counted beside the input. */
function countedApart({
  input,
  output,
  cached = 0,
  written = 0,
}: NonNullable<SaidTurn['usage']>): NonNullable<ModelTurn['usage']> {
  return { input: input - cached - written, output, cacheRead: cached, cacheWrite: written }
}

function textOf({ body }: ServedRequest): string {
  return JSON.stringify(body['messages'])
}
