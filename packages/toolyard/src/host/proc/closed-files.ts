/**
 * What stands in the sandbox in the place of files and folders that can't be read: no process may open it. Needs nothing but
 * Node, because the helper process uses it too.
 *
 * @module
 */

/** Names in the folder of the workshop. */
export const closedFile = 'closed-file'
export const closedFolder = 'closed-folder'
export const emptyFolder = 'empty'
