export { readTurns, type Script, type ScriptCall, type ScriptTurn } from './script.ts'
export { modelOf } from './scripted-model.ts'
