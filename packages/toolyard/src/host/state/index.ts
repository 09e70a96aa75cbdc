export { guardStateHome, openState, readStateNote } from './open-state.ts'
export { makePrivate } from './private-folder.ts'
export { ownPlaces, stateHome, workspaceState } from './state-folder.ts'
