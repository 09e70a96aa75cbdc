/**
 * The parts of the MCP SDK that serve. The published package holds them, and what they need, as one file, because a hundred
 * small ones take twice as long to load.
 *
 * @module
 */
export {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler as createSdkHandler,
  isJsonContentType,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  ResourceNotFoundError,
  Server,
  SERVER_INFO_META_KEY,
  SUBSCRIPTION_ID_META_KEY,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
export { serveStdio } from '@modelcontextprotocol/server/stdio'
export type {
  CallToolResult,
  ClientCapabilities,
  CompleteResult,
  CreateMessageRequestParamsBase as SampleParams,
  ElicitRequestFormParams,
  GetPromptResult,
  Implementation,
  InputRequiredResult,
  JSONRPCMessage,
  ProgressNotificationParams as ProgressParams,
  ReadResourceResult,
  RequestOptions,
  Resource,
  ServerCapabilities,
  ServerContext,
  Tool,
  Transport,
} from '@modelcontextprotocol/server'
