export type { FailedConnection, OpenBrowser } from './browser/index.ts'
export { findPlaywright } from './browser/find-playwright.ts'
export { createMemoryChanges, type FileChange, type FileChanges } from './files/file-changes.ts'
export { type FileKind, fileKindOf, type TextEncoding } from './files/file-kind.ts'
export { pictureSizeOf } from './files/picture-size.ts'
export type {
  FileContent,
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
export type { HostAccess, LastingAccess } from './host-access.ts'
export { hostForCall } from './host-for-call.ts'
export type { LanguageServerSettings, LanguageSetting, Readiness } from './language-settings.ts'
export { createLazyHost } from './lazy-host.ts'
export type { Net, NetResponse, NetSettings, Objection } from './net/net.ts'
export { runVariable, withoutWritable } from './proc/environment.ts'
export type {
  Program,
  ProgramOutcome,
  ProgramRequest,
  Programs,
  Reach,
  SandboxFacts,
  SandboxLevel,
  Spool,
} from './proc/index.ts'
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
  hmacOf,
  signatureHeaders,
  signRequest,
  createRedactor,
  createSecretReader,
  type Redactor,
  referencesIn,
  secretsIn,
  secretsUnder,
  type SecretReader,
} from './secrets/index.ts'
export {
  configHome,
  guardStateHome,
  openState,
  ownPlaces,
  readStateNote,
  realPath,
  sharedState,
  stateHome,
  workspaceState,
} from './state/index.ts'
export type { StartedCommand, TrustGate } from './trust/gate.ts'
