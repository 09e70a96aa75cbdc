export { type StatefulToolFactory, ThreadContext } from './thread-context.ts'
export { ThreadContextManager } from './thread-manager.ts'
