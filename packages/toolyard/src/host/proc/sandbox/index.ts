export { createSandbox, type SandboxedCall } from './bubblewrap.ts'
export { testSandbox } from './self-test.ts'
