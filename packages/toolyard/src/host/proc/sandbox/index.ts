export { createSandbox, type SandboxedCall } from './bubblewrap.ts'
export { FileSurvey, type Survey } from './file-survey.ts'
export { judgeLeftovers } from './put-aside.ts'
export { testSandbox } from './self-test.ts'
