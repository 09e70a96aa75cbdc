export { guardStateHome, openState, readStateNote, sharedState } from './open-state.ts'
export { makePrivate } from './private-folder.ts'
export { configHome, homeFolder, ownPlaces, realPath, stateHome, workspaceState } from './state-folder.ts'
