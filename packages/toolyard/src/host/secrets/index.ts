export { createRedactor, type Redactor } from './redactor.ts'
export { createSecretReader, referencesIn, type SecretReader } from './references.ts'
