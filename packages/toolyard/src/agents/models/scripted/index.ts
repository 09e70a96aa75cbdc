export { readTurns, type Script, type ScriptCall, type ScriptRule, type ScriptTurn } from './script.ts'
export { modelOf } from './scripted-model.ts'
