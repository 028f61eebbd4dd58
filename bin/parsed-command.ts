import type { Command } from './command.ts'
import type { Texts } from './settings.ts'

/** What a command line asks for. */
export interface ParsedCommand {
  readonly command: Command
  readonly flags: Texts
  /** What stands after `--`. */
  readonly rest: readonly string[]
}
