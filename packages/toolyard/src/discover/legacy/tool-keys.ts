/**
 * The keys that a legacy registry and its tool files may have.
 *
 * @module
 */
import type { ToolType } from '../../define/index.ts'

export type LegacyType = Exclude<ToolType, 'EXTERNAL'>

/** What each word for a kind of tool is called today. */
export const typeOfKind: Readonly<Record<string, LegacyType>> = {
  builtin: 'STATELESS',
  stateless: 'STATELESS',
  native: 'STATEFUL',
  stateful: 'STATEFUL',
  rest: 'REST',
  mcp: 'MCP',
}

export const kindNames: readonly string[] = Object.keys(typeOfKind)

export const registryKeys: readonly string[] = ['metadata', 'tool_types', 'tool_sets', 'auto_discovery']
export const toolTypeKeys: readonly string[] = [
  'class_path',
  'description',
  'enabled',
  'config_directory',
  'config_files',
]
export const toolSetKeys: readonly string[] = ['description', 'enabled', 'tools']
export const discoveryKeys: readonly string[] = [
  'enabled',
  'scan_directories',
  'file_patterns',
  'exclude_patterns',
]

/** Of a tool file in either shape: at its top, or in its `[tool]` table. */
export const toolKeys: readonly string[] = [
  'id',
  'name',
  'description',
  'tool_type',
  'type',
  'category',
  'version',
  'tags',
  'enabled',
  'timeout',
  'parameters_schema',
  'parameters',
  'metadata',
  'config',
  'function_path',
  'api_url',
  'method',
  'headers',
  'auth_method',
  'api_key',
  'oauth',
  'retry_count',
  'retry_delay',
  'mcp_server_url',
  'dynamic_schema',
  'refresh_interval',
  'state_config',
  'rate_limit',
  'examples',
]

/** Of `[config]`, and of `metadata.customFields`, which is its older name. */
export const configKeys: Readonly<Record<LegacyType, readonly string[]>> = {
  STATELESS: ['functionPath', 'executor'],
  STATEFUL: ['functionPath', 'executor'],
  REST: ['baseUrl', 'path', 'method', 'headers', 'timeout', 'maxRetries', 'retryDelay'],
  MCP: ['serverName', 'serverUrl', 'toolName', 'headers', 'timeout'],
}
