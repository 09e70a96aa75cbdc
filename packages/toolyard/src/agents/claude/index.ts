export { type ClaudeParts, createClaudeRunner } from './create-claude-runner.ts'
export type { ClaudeSettings } from './settings.ts'
