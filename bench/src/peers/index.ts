/**
 * The libraries that are held against each other, in the order in which they are printed.
 *
 * Some of them are installed for the benchmark alone. A quick look goes without those that are not there; figures need all.
 *
 * @module
 */
import type { Contender, Peer } from '../peer.ts'
import type { Sample } from '../sample.ts'
import { barePeer } from './bare.ts'
import { toolyardTracedPeer } from './toolyard-traced.ts'
import { toolyardJsonPeer, toolyardPeer } from './toolyard.ts'

const others: Readonly<Record<string, () => Promise<Peer>>> = {
  ai: async () => (await import('./ai.ts')).aiPeer,
  Mastra: async () => (await import('./mastra.ts')).mastraPeer,
  'OpenAI Agents': async () => (await import('./openai-agents.ts')).openaiAgentsPeer,
  LangChain: async () => (await import('./langchain.ts')).langchainPeer,
  'MCP SDK': async () => (await import('./mcp.ts')).mcpPeer,
}

export interface LoadedPeers {
  readonly peers: readonly Peer[]
  /** Names of those that are not installed. */
  readonly missing: readonly string[]
}

export async function loadPeers(): Promise<LoadedPeers> {
  const peers: Peer[] = [barePeer, toolyardPeer, toolyardTracedPeer, toolyardJsonPeer]
  const missing: string[] = []
  for (const [name, load] of Object.entries(others)) {
    try {
      peers.push(await load())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
      missing.push(name)
    }
  }
  return { peers, missing }
}

export async function openAll(sample: Sample): Promise<readonly Contender[]> {
  const opened: Contender[] = []
  const { peers } = await loadPeers()
  for (const peer of peers) opened.push(...(await peer.open(sample)))
  return opened
}

export async function closeAll(contenders: readonly Contender[]): Promise<void> {
  for (const contender of contenders) await contender.close?.()
}
