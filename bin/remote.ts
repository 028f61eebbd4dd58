import { type AccountControls, buildAccountControls } from '../src/client/account.ts'
import { buildSimulatorAccounts, type SimulatorAccounts } from '../src/client/accounts.ts'
import { type ControlCaller, createControlCaller } from '../src/client/http/control.ts'
import { DrydockError } from '../src/client/http/drydock-error.ts'
import { neutralise } from '../src/conformance/report/neutral-text.ts'
import { baseUrl, controlToken, text } from './files/reader.ts'
import type { Command, CommandInput } from './parsing/command.ts'
import { defineFlag, defineOption, defineOptionWithDefault } from './parsing/option.ts'
import { describeTimeDifference } from './printing/account-time.ts'
import { isOutputLost, print, printProblem } from './printing/output.ts'

export const urlOption = defineOptionWithDefault({
  name: 'url',
  describe: 'the URL of the simulator',
  reader: baseUrl,
  otherwise: 'http://127.0.0.1:4010',
})

export const accountOption = defineOptionWithDefault({
  name: 'account',
  describe: 'the account to use',
  reader: text,
  otherwise: 'default',
})

export const controlTokenOption = defineOption({
  name: 'control-token',
  describe: 'the control token of the simulator',
  reader: controlToken,
})

/** The advice for a wrong or missing control token. */
export const tokenAdvice =
  'Give the token that the simulator was started with, in --control-token or DRYDOCK_CONTROL_TOKEN.'

export const jsonOption = defineFlag({
  name: 'json',
  describe: 'print the response of the control protocol as JSON',
})

export const remoteOptions = [urlOption, accountOption, controlTokenOption, jsonOption]

/** A running simulator that a command controls. */
export interface Remote {
  readonly control: ControlCaller
  readonly account: AccountControls
  readonly accounts: SimulatorAccounts
}

/**
 * Returns the simulator and the account that the options name; makes no call. `onResponse` receives each successful
 * response. `limitMs` is the maximum time of a call, by default 30 s.
 */
export function createRemoteSimulator(
  input: CommandInput,
  onResponse?: (text: string) => void,
  limitMs?: number,
): Remote {
  const [url, token] = [input.get(urlOption), input.get(controlTokenOption)]
  const control = createControlCaller({ url, token, onResponse, limitMs })
  return {
    control,
    account: buildAccountControls(control, input.get(accountOption)),
    accounts: buildSimulatorAccounts(control),
  }
}

/**
 * Defines a command that controls a running simulator. `act` makes the calls and returns the lines to print.
 */
export function defineRemoteCommand({
  act,
  options = [],
  showsClock = false,
  isStyled = false,
  ...rest
}: Omit<Command, 'options' | 'run'> & {
  readonly options?: Command['options']
  /** Whether the command's lines already show the account's time, so that no note about the time is needed. */
  readonly showsClock?: boolean
  /** Whether the lines have colours already, and no control characters from other sources. */
  readonly isStyled?: boolean
  /** Makes the calls of the command and returns the lines to print. `note` adds a line on stderr. */
  act(remote: Remote, input: CommandInput, note: (line: string) => void): Promise<readonly string[]>
}): Command {
  return {
    ...rest,
    options: [...options, ...remoteOptions],
    run: async (input) => {
      let response = ''
      const remote = createRemoteSimulator(input, (text) => {
        response = text
      })
      const isJson = input.get(jsonOption)
      try {
        const notes: string[] = []
        const lines = await act(remote, input, (line) => notes.push(line))
        if (isJson) print(indentJson(response === '' ? '{}' : response))
        else {
          if (!showsClock) notes.push(...(await readTimeNotes(remote, lines)))
          print(lines.map((line) => `${isStyled ? line : neutralise(line)}\n`).join(''))
          // Notes go to stderr, because another program may read stdout. If stdout can no longer be written, the notes
          // are left out.
          if (!(await isOutputLost())) for (const line of notes) printProblem(line)
        }
        return 0
      } catch (error) {
        return printRefusal(error, isJson)
      }
    },
  }
}

/** With --json, prints an error response of the simulator as JSON and returns exit status 1. Throws any other error. */
export function printRefusal(error: unknown, isJson: boolean): number {
  if (!isJson || !(error instanceof DrydockError)) throw error
  print(indentJson(JSON.stringify({ error: error.body })))
  return 1
}

/** Returns a note with the account's time if the lines contain times and the machine's clock differs. */
async function readTimeNotes({ account }: Remote, lines: readonly string[]): Promise<readonly string[]> {
  return lines.some((line) => /\dT\d\d:\d\d/.test(line))
    ? describeTimeDifference(await account.clock.get())
    : []
}

/** Formats JSON as --json prints it. */
export function indentJson(json: string): string {
  return json === '' ? '' : `${JSON.stringify(JSON.parse(json), null, 2)}\n`
}
