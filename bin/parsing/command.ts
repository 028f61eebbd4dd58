import type { Option } from './option.ts'

/** A command: its options, arguments and action. */
export interface Command {
  /** The arguments in the command's line, in order. */
  readonly arguments?: readonly Option<unknown>[]
  readonly options: readonly Option<unknown>[]
  readonly examples: readonly Example[]
  /** The exit status if the output of the command cannot be written; 2 by default. */
  readonly lostOutputStatus?: number
  /** The exit status if the simulator refuses a call; 1 by default. */
  readonly refusalStatus?: number
  /** Runs the command; resolves with the exit status. */
  run(input: CommandInput): Promise<number>
}

/** A command in the list of commands; `load` loads its module when it is used. */
export interface CommandEntry {
  /** The words to type, such as `fault add TARGET MODE`; capitals are placeholders. */
  readonly line: string
  readonly does: string
  load(): Promise<Command>
}

interface Example {
  readonly line: string
  readonly does: string
}

/** The options and arguments that were given to a command. */
export interface CommandInput {
  /** Returns the value of an option or argument of the command. */
  get<Value>(option: Option<Value>): Value
  /** The words after `--` on the command line. */
  readonly rest: readonly string[]
}
