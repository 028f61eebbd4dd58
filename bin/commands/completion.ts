import { renderBashScript, renderZshScript } from '../completion/bash.ts'
import { readCompletions } from '../completion/completions.ts'
import { renderFishScript } from '../completion/fish.ts'
import { configOption } from '../files/config-file.ts'
import { choice } from '../files/reader.ts'
import type { Command, CommandEntry } from '../parsing/command.ts'
import { argument } from '../parsing/option.ts'
import { print } from '../printing/output.ts'

const scripts = { bash: renderBashScript, zsh: renderZshScript, fish: renderFishScript } as const

const shell = argument({
  name: 'SHELL',
  describe: 'bash, zsh or fish',
  reader: choice(['bash', 'zsh', 'fish']),
})

let made: Command | undefined

/**
 * Returns the command `completion`. It gets the command table as a parameter, because the table itself
 * imports this file.
 */
export function createCompletionCommand(table: readonly CommandEntry[]): Command {
  made ??= {
    arguments: [shell],
    options: [],
    examples: [
      { line: 'drydock completion bash', does: 'To use it now: source <(drydock completion bash)' },
      {
        line: 'drydock completion zsh',
        does: 'The same for zsh; to keep it, write it to a file _drydock in a folder of fpath',
      },
      { line: 'drydock completion fish', does: 'For fish: drydock completion fish | source' },
    ],
    run: async (given) => {
      print(scripts[given.of(shell)](await readCompletions(table, [configOption])))
      return 0
    },
  }
  return made
}
