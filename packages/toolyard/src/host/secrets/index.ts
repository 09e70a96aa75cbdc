export { createRedactor, type Redactor } from './redactor.ts'
export { secretsIn, secretsUnder } from './scan.ts'
export { createSecretReader, referencesIn, type SecretReader } from './references.ts'
