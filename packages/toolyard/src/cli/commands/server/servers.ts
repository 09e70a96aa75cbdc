/** `toolyard servers [login]`: their help and what they take. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const listed = {
  name: argument('[name]', 'name of a server, to see its tools, or why it failed and what it said'),
  refresh: flag('--refresh', 'reach every server and read its tools anew'),
}
const agreed = { server: argument('<server>', 'name of a server') }

export type ServersOptions = OptionsOf<typeof listed>
export type LoginOptions = OptionsOf<typeof agreed>

export const servers = {
  name: 'servers',
  summary: 'show the MCP servers that are configured, and how they stand',
  takes: listed,
  examples: ['servers', 'servers github', 'servers --refresh', 'servers login github'],
} satisfies Description

export const serversLogin = {
  name: 'login',
  summary: 'agree in a browser that a server is used',
  takes: agreed,
  examples: ['servers login github'],
} satisfies Description
