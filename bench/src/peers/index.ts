/**
 * The libraries that are held against each other, in the order in which they are printed.
 *
 * @module
 */
import type { Contender, Peer } from '../peer.ts'
import type { Sample } from '../sample.ts'
import { aiPeer } from './ai.ts'
import { barePeer } from './bare.ts'
import { langchainPeer } from './langchain.ts'
import { mastraPeer } from './mastra.ts'
import { mcpPeer } from './mcp.ts'
import { openaiAgentsPeer } from './openai-agents.ts'
import { toolyardTracedPeer } from './toolyard-traced.ts'
import { toolyardJsonPeer, toolyardPeer } from './toolyard.ts'

export const peers: readonly Peer[] = [
  barePeer,
  toolyardPeer,
  toolyardTracedPeer,
  toolyardJsonPeer,
  aiPeer,
  mastraPeer,
  openaiAgentsPeer,
  langchainPeer,
  mcpPeer,
]

export async function openAll(sample: Sample): Promise<readonly Contender[]> {
  const opened: Contender[] = []
  for (const peer of peers) opened.push(...(await peer.open(sample)))
  return opened
}

export async function closeAll(contenders: readonly Contender[]): Promise<void> {
  for (const contender of contenders) await contender.close?.()
}
