export { isManifest, stemOf } from './definition/manifest-name.ts'
