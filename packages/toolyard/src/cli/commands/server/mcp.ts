/** `toolyard mcp`: its help; it takes nothing of its own. */
import type { Description } from '../../command.ts'

export const mcp = {
  name: 'mcp',
  summary: 'serve the tools over MCP on standard input and output',
  details: `In the settings of an MCP client:
  { "command": "/path/to/project/node_modules/.bin/toolyard",
    "args": ["mcp", "--config", "/path/to/project/toolyard.config.ts"] }`,
} satisfies Description
