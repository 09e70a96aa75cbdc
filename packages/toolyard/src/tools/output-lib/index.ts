export { cutFields } from './cut-fields.ts'
export { fromOutside } from './from-outside.ts'
