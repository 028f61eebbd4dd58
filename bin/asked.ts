import type { Command } from './command.ts'
import type { Texts } from './given.ts'

/** What a command line asks for. */
export interface Asked {
  readonly command: Command
  readonly flags: Texts
  /** What stands after `--`. */
  readonly rest: readonly string[]
}
