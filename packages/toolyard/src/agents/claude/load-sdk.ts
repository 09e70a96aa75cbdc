/**
 * Loads the Claude Agent SDK, and the MCP SDK that it brings, from where the user has installed them.
 *
 * @module
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TrustGate } from '../../host/index.ts'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import { type ClaudeSdk, type McpSdk, sdkPackage, sdkVersion } from './sdk.ts'

export interface LoadedSdk {
  readonly sdk: ClaudeSdk
  readonly mcp: McpSdk
}

export interface SdkGround {
  /** Looked through one after the other, each with those above it. */
  readonly folders: readonly string[]
  readonly trust: TrustGate | undefined
  /** Whether tools could have put a file there, or changed it. */
  readonly isOpen: (path: string) => boolean
}

/** Throws `unavailable` with the line that installs it, and `untrusted` if tools could have written it. */
export async function loadSdk({ folders, trust, isOpen }: SdkGround): Promise<LoadedSdk> {
  const file = folders.map((folder) => find(sdkPackage, join(folder, 'package.json'))).find(Boolean)
  if (file === undefined) throw missing(sdkPackage, `${sdkPackage}@${sdkVersion}`, folders)
  const server = find('@modelcontextprotocol/sdk/server/index.js', file)
  const types = find('@modelcontextprotocol/sdk/types.js', file)
  if (server === undefined || types === undefined)
    throw missing('@modelcontextprotocol/sdk', '@modelcontextprotocol/sdk@1', folders)
  // With its program, which runs outside the sandbox.
  if (trust) await trust.files([file, server, types])
  else for (const path of [file, server, types]) if (isOpen(path)) throw planted(path)
  try {
    const [sdk, serverModule, typesModule] = await Promise.all([file, server, types].map(load))
    return { sdk: sdk as ClaudeSdk, mcp: { ...serverModule, ...typesModule } as McpSdk }
  } catch (error) {
    throw new ToolyardError('unavailable', `${sdkPackage} cannot be loaded: ${messageOf(error)}`, {
      hint: `Install the version that is known to work: npm install ${sdkPackage}@${sdkVersion}`,
      cause: error,
    })
  }
}

function find(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return undefined
  }
}

function load(file: string): Promise<object> {
  return import(pathToFileURL(file).href) as Promise<object>
}

/** Also for its program, if that is started. */
export function planted(path: string): ToolyardError {
  return new ToolyardError(
    'untrusted',
    `${path} is in a folder that tools can write to, and was not there when Toolyard was opened`,
    { hint: `Install ${sdkPackage} beside Toolyard, or name its folder in claude.sdkFolder.` },
  )
}

function missing(name: string, install: string, folders: readonly string[]): ToolyardError {
  return new ToolyardError(
    'unavailable',
    `the runner "claude" needs the package ${name}, and it is not installed (looked from ${folders.join(', ')})`,
    { hint: `npm install ${install}` },
  )
}
