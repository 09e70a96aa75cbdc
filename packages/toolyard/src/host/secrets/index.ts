export { createRedactor, type Redactor } from './redactor.ts'
export { secretsIn, secretsUnder } from './scan.ts'
export { hmacOf, signatureHeaders, signRequest } from './sign-request.ts'
export { createSecretReader, referencesIn, type SecretReader } from './references.ts'
