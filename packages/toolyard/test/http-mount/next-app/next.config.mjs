/** Toolyard finds files of its own beside its code, so it is not bundled. The root is for packages that are linked from elsewhere. */

// oxlint-disable-next-line import/no-default-export -- Next.js reads it
export default { serverExternalPackages: ['toolyard'], turbopack: { root: '/' } }
