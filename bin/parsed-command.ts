import type { Command } from './command.ts'
import type { Texts } from './settings.ts'

/** The result of parsing a command line. */
export interface ParsedCommand {
  readonly command: Command
  readonly flags: Texts
  /** The words after `--`. */
  readonly rest: readonly string[]
}
