import type { Texts } from '../files/settings.ts'
import type { Command } from './command.ts'

/** The result of parsing a command line. */
export interface ParsedCommand {
  readonly command: Command
  readonly flags: Texts
  /** The words after `--`. */
  readonly rest: readonly string[]
}
