export { createMemoryChanges, type FileChange, type FileChanges } from './files/file-changes.ts'
export type {
  Content,
  FileStamp,
  OpenFile,
  OpenFolder,
  Root,
  Workspace,
  WriteMode,
  WrittenFile,
} from './files/index.ts'
export { topNames } from './files/protected.ts'
export { isWithin } from './files/roots.ts'
export { isSensitivePath } from './files/sensitive.ts'
export type { HostAccess } from './host-access.ts'
export { createLazyHost } from './lazy-host.ts'
export type {
  AskableServer,
  Diagnostic,
  Language,
  LanguageClient,
  LanguageServerSettings,
  Location,
  Place,
  Position,
  Renaming,
  Symbol as CodeSymbol,
  TextEdit,
} from './lsp/index.ts'
export type { NetResponse, NetSettings } from './net/net.ts'
export { runVariable } from './proc/environment.ts'
export type { Program, ProgramOutcome, ProgramRequest, Programs, SandboxLevel, Spool } from './proc/index.ts'
export { type CommandRequest, runCommand } from './proc/run-command.ts'
export type {
  FoundFile,
  FoundName,
  RipgrepEnd,
  RipgrepRequest,
  Search,
  SearchFolder,
  Skipped,
} from './search/index.ts'
export {
  createRedactor,
  createSecretReader,
  type Redactor,
  referencesIn,
  type SecretReader,
} from './secrets/index.ts'
export { stateHome, workspaceState } from './state/index.ts'
export { type CommandLine, createLazyShell, type Shell, type SimpleCommand } from './shell/index.ts'
