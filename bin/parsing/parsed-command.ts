import type { GivenTexts } from '../files/settings.ts'
import type { Command } from './command.ts'

/** A parsed command line: the command and the texts of its options and arguments. */
export interface ParsedCommand {
  readonly command: Command
  readonly flags: GivenTexts
  /** The words after `--` on the command line. */
  readonly rest: readonly string[]
}
