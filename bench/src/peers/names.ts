/**
 * How contenders are called in the lines of which a bar speaks, also where their library is not installed.
 *
 * @module
 */
export const mastraName = 'Mastra execute'
export const langchainName = 'LangChain invoke'
