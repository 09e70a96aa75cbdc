export { attachmentLimits, type Prompt, type PromptPart } from './prompt.ts'
export { mediaOf, textIn } from './read-file.ts'
export { fileBytes, partsOf, readPrompt, type ReadPrompt, wordsOf } from './read-prompt.ts'
export { type FileRequest, openWorkspaceFile, type OpenedFile } from './workspace-file.ts'
