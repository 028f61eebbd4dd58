import { describe, expect, it } from 'vitest'
import { commandTable } from '../../../bin/parsing/command-table.ts'
import { connectDrydock } from '../../../src/client/http/connection.ts'
import { sharedSimulator } from '../shared-simulator.ts'
import { runCommandQuickly } from './typed-command.ts'

/** Runs commands that control the shared simulator, and remembers which commands were tested. */
export function driveCommands() {
  const { url } = sharedSimulator()
  const tested = new Set<string>()

  /** Returns the output of a command, its messages on stderr and its status. */
  const runWithStatus = (line: string, ...words: readonly string[]) => {
    tested.add(line)
    return runCommandQuickly([...line.split(' '), ...words, '--url', url])
  }
  /** Returns the output of a command and its messages on stderr. Fails unless the command succeeds. */
  const runWithMessages = async (line: string, ...words: readonly string[]) => {
    const { status, stdout, stderr: told } = await runWithStatus(line, ...words)
    expect({ line, status }).toEqual({ line, status: 0 })
    return { stdout, told }
  }
  /** Returns the output of a command. Fails unless the command succeeds, without a message on stderr. */
  const run = async (line: string, ...words: readonly string[]): Promise<string> => {
    const { stdout, told } = await runWithMessages(line, ...words)
    expect({ line, told }).toEqual({ line, told: '' })
    return stdout
  }
  /** Returns the output of a command with `--json`: the response of the control protocol. */
  const runJson = async (line: string, ...words: readonly string[]): Promise<unknown> =>
    JSON.parse(await run(line, ...words, '--json'))

  /** Creates an account. Its `of` contains the arguments that make a command use this account. */
  const newAccount = async () => {
    const { createAccount } = await connectDrydock(url)
    const account = await createAccount()
    return { ...account, of: ['--account', account.id] }
  }
  return { url, tested, runWithStatus, run, runWithMessages, runJson, newAccount }
}

/**
 * Declares the last test of a file. It fails unless the tests before it ran each command of the group, except the
 * commands in `but`, which other files test.
 */
export function itRunsAllCommandsOf(
  group: string,
  { tested }: { readonly tested: ReadonlySet<string> },
  { but = [] }: { readonly but?: readonly string[] } = {},
): void {
  describe('the tests of this file', () => {
    it(`the tests of this file run every command of the group "${group}"`, () => {
      const ofGroup = [...tested].filter((line) => line.split(' ')[0] === group)
      const lines = listCommands().filter((line) => line.split(' ')[0] === group && !but.includes(line))
      expect(ofGroup.sort()).toEqual(lines.sort())
    })
  })
}

/** Lists every command without its arguments, such as `fault add`. */
export function listCommands(): readonly string[] {
  return commandTable.map(({ line }) => line.replace(/ (--|\[|[A-Z]).*$/, ''))
}
