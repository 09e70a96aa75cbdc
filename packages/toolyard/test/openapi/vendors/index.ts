/** Documents with the traits of those of six large services. */
import { chat } from './chat.ts'
import { cloud } from './cloud.ts'
import { cluster } from './cluster.ts'
import { hosting } from './hosting.ts'
import { payments } from './payments.ts'
import { telephony } from './telephony.ts'
import type { VendorDocument } from './vendor.ts'

export type { VendorAnswer, VendorDocument, VendorRequest } from './vendor.ts'

export const vendorDocuments: readonly VendorDocument[] = [payments, hosting, chat, telephony, cluster, cloud]
