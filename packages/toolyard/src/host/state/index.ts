export { guardStateHome, openState, readStateNote, sharedState } from './open-state.ts'
export { makePrivate } from './private-folder.ts'
export { configHome, homeFolder, ownPlaces, stateHome, workspaceState } from './state-folder.ts'
