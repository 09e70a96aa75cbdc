/**
 * Commands that destroy what can't be got back: files that are removed or overwritten, disks, history, machines, tables.
 *
 * A help for people who want to be asked, not a wall: what a program does inside no one sees from its words.
 *
 * @module
 */

/** Programs, and what their words look like when they destroy something. A word is preceded by a blank. */
const signs: readonly (readonly [programs: string, words: RegExp])[] = [
  ['rm', / -[^- ]*[rRf]| --(?:recursive|force|no-preserve-root)/],
  ['find', / -delete\b/],
  [
    'git',
    / (?:reset\b.* --(?:hard|merge|keep)|clean\b(?!.* (?:-\w*n|--dry-run)).* -\w*[dfxX]|push\b.* (?:--force|--mirror|--delete|--prune|-\w*[fd]\b|[+:]\S)|checkout\b.* (?:-f|--force|--|\.)(?: |$)|restore\b(?!.* --staged)|switch\b.* (?:-f|--force|--discard-changes)\b|branch\b.* (?:-D|-d|--delete)\b|tag\b.* (?:-d|--delete)\b|stash (?:drop|clear)|reflog (?:expire|delete)|update-ref\b.* -d|filter-(?:branch|repo)|gc\b.* --prune|worktree remove\b.* (?:-f|--force)|rm\b.* -\w*[rf])/,
  ],
  ['hg svn jj', / (?:purge|revert|strip|abandon|op restore)\b/],
  ['shred truncate wipefs blkdiscard fdisk sfdisk parted sgdisk mkswap lvremove vgremove pvremove srm', /^/],
  ['dd', / of=/],
  ['cryptsetup zpool zfs btrfs mdadm', / (?:luksFormat|erase|destroy|delete|--zero-superblock|--stop)\b/],
  ['chmod chown chgrp setfacl chattr', / -[^- ]*R| --recursive| 0?777\b/],
  ['mv cp ln install', / -[^- ]*f| --force| --no-clobber=false/],
  ['cp', / \/dev\/(?:null|zero) /],
  ['rsync', / --(?:delete|remove-source-files)/],
  ['rclone', / (?:sync|delete|deletefile|purge|move|rmdirs?)\b/],
  [
    'aws gsutil gcloud az s3cmd mc',
    / (?:rm|rb|mb|purge|delete\S*|terminate\S*|remove\S*|destroy)\b| --delete\b/,
  ],
  ['docker podman nerdctl docker-compose crictl', / (?:rm|rmi|prune|kill|down|remove)\b/],
  ['kubectl oc k9s kustomize', / (?:delete|drain|evict)\b| replace .*--force/],
  ['helm', / (?:uninstall|delete|rollback)\b/],
  ['terraform tofu terragrunt pulumi cdk vagrant', / (?:destroy|apply .*-auto-approve|state rm|taint)\b/],
  ['dropdb dropuser userdel groupdel killall pkill shutdown reboot halt poweroff', /^/],
  ['redis-cli', / (?:flushall|flushdb)\b/i],
  ['mongo mongosh', / \S*drop(?:Database|\()/],
  ['kill', / -(?:9|KILL|SIGKILL) .*-1\b/],
  ['crontab', / -\w*r/],
  ['iptables ip6tables nft', / (?:-F|--flush|flush)\b/],
  ['systemctl service', / (?:stop|disable|mask|isolate|poweroff|reboot|halt)\b/],
  ['npm pnpm yarn cargo gem', / (?:unpublish|yank)\b/],
  ['apt apt-get dnf yum pacman brew', / (?:purge|autoremove|remove|uninstall|-R\w*)\b/],
]

const byProgram = Map.groupBy(
  signs.flatMap(([programs, words]) => programs.split(' ').map((program) => ({ program, words }))),
  ({ program }) => program,
)

/** A redirection with nothing to write: the file is emptied. */
const emptying =
  /(?:^|[;&|\n(])[ \t]*(?::|true|cat[ \t]+\/dev\/null|echo[ \t]+-n(?:[ \t]+(?:''|""))?)?[ \t]*>\|?[ \t]*(?!\/dev\/(?:null|std)|&)[^\s;&|>]+[ \t]*(?:$|[;&|)\n])/

/** Programs that are harmless on a file by name, and not on whatever another program finds. */
const removers = new Set(['rm', 'unlink', 'shred', 'truncate', 'mv', 'dd'])
const finders = new Set(['find', 'fd', 'fdfind', 'xargs', 'parallel'])

/** Whether a command with these words destroys something. */
export function isDestructive([name = '', ...words]: readonly string[]): boolean {
  const program = name.slice(name.lastIndexOf('/') + 1)
  if (program.startsWith('mkfs')) return true
  if (finders.has(program) && words.some((word) => removers.has(word.slice(word.lastIndexOf('/') + 1))))
    return true
  const line = words.map((word) => ` ${word}`).join('')
  return byProgram.get(program)?.some(({ words: sign }) => sign.test(line)) === true
}

/** Whether a line empties a file by redirecting nothing to it. */
export function empties(line: string): boolean {
  return emptying.test(line)
}
