import { renderBashScript, renderZshScript } from '../completion/bash.ts'
import { readCompletions } from '../completion/completions.ts'
import { renderFishScript } from '../completion/fish.ts'
import { configOption } from '../files/config-file.ts'
import { createChoiceReader } from '../files/reader.ts'
import type { Command, CommandEntry } from '../parsing/command.ts'
import { defineArgument } from '../parsing/option.ts'
import { print } from '../printing/output.ts'

const scripts = { bash: renderBashScript, zsh: renderZshScript, fish: renderFishScript } as const

const shell = defineArgument({
  name: 'SHELL',
  describe: 'bash, zsh or fish',
  reader: createChoiceReader(['bash', 'zsh', 'fish']),
})

let cachedCommand: Command | undefined

/**
 * Returns the command `completion`. The command table is a parameter, because the module of the table imports this
 * module.
 */
export function createCompletionCommand(table: readonly CommandEntry[]): Command {
  cachedCommand ??= {
    arguments: [shell],
    options: [],
    examples: [
      {
        line: 'drydock completion bash',
        does: 'Print the script for bash; to load it now: source <(drydock completion bash)',
      },
      {
        line: 'drydock completion zsh',
        does: 'Print the script for zsh; to keep it, write it to a file _drydock in a folder of fpath',
      },
      {
        line: 'drydock completion fish',
        does: 'Print the script for fish; to load it now: drydock completion fish | source',
      },
    ],
    run: async (input) => {
      print(scripts[input.get(shell)](await readCompletions(table, [configOption])))
      return 0
    },
  }
  return cachedCommand
}
