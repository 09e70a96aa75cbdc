/**
 * What we tell a server that we can do: ask, keep documents in step, report changed files, and apply plain text edits.
 *
 * @module
 */
export const clientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  window: { workDoneProgress: true },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    applyEdit: false,
    workspaceEdit: { documentChanges: true, failureHandling: 'abort' },
    // Changes are reported before each request, so that no answer waits for, or races with, a watcher.
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    symbol: {},
  },
  textDocument: {
    synchronization: { didSave: true },
    definition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: { prepareSupport: true },
    publishDiagnostics: { versionSupport: true },
    // Pulled only if the server offers it from the start: one that registers it later may also stop to publish.
    diagnostic: { dynamicRegistration: false },
  },
  experimental: { serverStatusNotification: true },
}
