export { exampleOf, plain } from './example-of.ts'
export { type ExampleRun, runExample } from './run-example.ts'
export { examplesFile, readSavedExamples, type SavedExamples, saveExample } from './saved-examples.ts'
export { listTests, removeTest, runTest, saveTest } from './tool-tests.ts'
