export { StatefulToolExecutor } from './stateful/index.ts'
export { StatelessToolExecutor } from './stateless/index.ts'
