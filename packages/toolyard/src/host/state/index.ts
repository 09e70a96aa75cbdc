export { stateHome, workspaceState } from './state-folder.ts'
