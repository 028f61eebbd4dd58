import type { Option } from './option.ts'

/** One command: what can be set, and what it does. */
export interface Command {
  /** What stands in the places that the command's line names, in their order. */
  readonly arguments?: readonly Option<unknown>[]
  readonly options: readonly Option<unknown>[]
  readonly examples: readonly Example[]
  /** The exit status where what it prints cannot be written; 2 if left out. */
  readonly lostOutputStatus?: number
  /** Gives the exit status. */
  run(given: CommandInput): Promise<number>
}

interface Example {
  readonly line: string
  readonly does: string
}

/** What a person has set. */
export interface CommandInput {
  /** The value of one of the command's options or arguments. */
  of<Value>(option: Option<Value>): Value
  /** What stands after `--`. */
  readonly rest: readonly string[]
}
