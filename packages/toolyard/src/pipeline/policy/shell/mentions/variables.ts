/**
 * Variables that change what later words mean, which programs are found, or what programs run.
 *
 * @module
 */

/** Bash evaluates what is put into them, or looks programs, options and start-up files up in them; so do the loader and git. */
const special =
  /^(?:BASH.*|IFS|ENV|PATH|PS\d|PROMPT_COMMAND|SHELLOPTS|POSIXLY_CORRECT|EXECIGNORE|SECONDS|S?RANDOM|LINENO|EPOCH\w+|HIST\w+|histchars|OPTIND|DIRSTACK|FUNCNEST|COMP_\w+|COMPREPLY|MAPFILE|INPUTRC|LD_\w+|DYLD_\w+|GIT_\w+|LOCPATH|GCONV_PATH)$/
/** Of git's, those that only say who commits, or keep it from asking. */
const plainGit =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|TERMINAL_PROMPT|OPTIONAL_LOCKS|TRACE\w*|MERGE_AUTOEDIT)$/
/** What they hold is run as a command by the programs that read them. */
const commands = /(?:^|_)(?:EDITOR|VISUAL|PAGER|COMMAND|ASKPASS|RSH|SSH|BROWSER|SHELL|LESSOPEN|LESSCLOSE)$/

export function isSpecialVariable(name: string): boolean {
  return special.test(name) && !plainGit.test(name)
}

export function holdsCommand(name: string): boolean {
  return commands.test(name)
}
