/** Toolyard finds files of its own beside its code, so it is not bundled. The root is for packages that are linked from elsewhere. */
import type { NextConfig } from 'next'

export default { serverExternalPackages: ['toolyard'], turbopack: { root: '/' } } satisfies NextConfig
