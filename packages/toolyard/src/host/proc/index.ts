export { inheritedDescriptors } from './inherited-descriptors.ts'
export { findPackageProgram, packageFolders, packagesOf } from './package-program.ts'
export type {
  Program,
  ProgramOutcome,
  ProgramRequest,
  Programs,
  Reach,
  SandboxFacts,
  SandboxLevel,
} from './program.ts'
export { createPrograms } from './programs.ts'
export { createSpool, type Spool } from './spool.ts'
