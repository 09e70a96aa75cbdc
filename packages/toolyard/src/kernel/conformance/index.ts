export { type Suite, suiteOn, type SuiteTest, type TestRunner } from './suite.ts'
