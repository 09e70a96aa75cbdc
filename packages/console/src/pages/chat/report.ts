/**
 * What a sub-agent reports to the conversation that it works for. The model reads it as one text; here it is told apart from its heading.
 *
 * @module
 */
export interface Report {
  readonly runId: string
  readonly agent: string
  readonly text: string
}

const heading = /^\[Sub-agent "(?<agent>[^\n]*?)"(?: \([^\n]*\))?, run (?<runId>[\w-]+): [^\n]*\]\n?/

/** Undefined if the message is no report. `from` is `agent NAME` for those of sub-agents. */
export function reportOf(from: string | undefined, text: string): Report | undefined {
  if (from?.startsWith('agent ') !== true) return undefined
  const { agent, runId } = heading.exec(text)?.groups ?? {}
  if (agent === undefined || runId === undefined) return undefined
  return { runId, agent, text: text.replace(heading, '') }
}
