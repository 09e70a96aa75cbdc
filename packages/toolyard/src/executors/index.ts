export {
  StatefulToolExecutor,
  type StatefulToolFactory,
  ThreadContext,
  ThreadContextManager,
} from './stateful/index.ts'
export { StatelessToolExecutor } from './stateless/index.ts'
