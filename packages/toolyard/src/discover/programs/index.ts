export { importProgram } from './import-program.ts'
export { type ProgramOptions, type ProgramTools, programTools } from './program-tools.ts'
