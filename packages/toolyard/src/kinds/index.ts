export { StatefulToolExecutor } from './stateful/index.ts'
export { StatelessToolExecutor } from './function/index.ts'
