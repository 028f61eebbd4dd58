import { type AccountControls, openAccount } from '../src/client/account.ts'
import { type Accounts, openAccounts } from '../src/client/accounts.ts'
import { type Control, openControl } from '../src/client/http/control.ts'
import { DrydockError } from '../src/client/http/drydock-error.ts'
import { neutralise } from '../src/conformance/report/neutral-text.ts'
import { baseUrl, controlToken, text } from './files/reader.ts'
import type { Command, CommandInput } from './parsing/command.ts'
import { flag, option, optionWithDefault } from './parsing/option.ts'
import { describeTimeDifference } from './printing/account-time.ts'
import { complain, isOutputLost, print } from './printing/output.ts'

export const urlOption = optionWithDefault({
  name: 'url',
  describe: 'the URL of the simulator',
  reader: baseUrl,
  otherwise: 'http://127.0.0.1:4010',
})

export const accountOption = optionWithDefault({
  name: 'account',
  describe: 'the account to use',
  reader: text,
  otherwise: 'default',
})

export const controlTokenOption = option({
  name: 'control-token',
  describe: 'the control token of the simulator',
  reader: controlToken,
})

/** The advice for a wrong or missing control token. */
export const tokenAdvice =
  'Give the one the simulator was started with: --control-token, or DRYDOCK_CONTROL_TOKEN.'

export const jsonOption = flag({
  name: 'json',
  describe: 'print the response of the control protocol as JSON',
})

export const remoteOptions = [urlOption, accountOption, controlTokenOption, jsonOption]

/** A running simulator that a command controls. */
export interface Remote {
  readonly control: Control
  readonly account: AccountControls
  readonly accounts: Accounts
}

/**
 * Returns the simulator and account that the options name; makes no call. `onResponse` receives each successful
 * response. `limitMs` is the maximum time of a call, by default 30 s.
 */
export function connect(given: CommandInput, onResponse?: (text: string) => void, limitMs?: number): Remote {
  const [url, token] = [given.of(urlOption), given.of(controlTokenOption)]
  const control = openControl({ url, token, onResponse, limitMs })
  return { control, account: openAccount(control, given.of(accountOption)), accounts: openAccounts(control) }
}

/**
 * Defines a command that controls a running simulator. `act` makes the calls and returns the lines to print.
 */
export function remoteCommand({
  act,
  options = [],
  showsClock = false,
  isStyled = false,
  ...rest
}: Omit<Command, 'options' | 'run'> & {
  readonly options?: Command['options']
  /** Whether its lines show the account's time themselves. */
  readonly showsClock?: boolean
  /** Whether its lines have colours, and text from elsewhere in them is already neutralised. */
  readonly isStyled?: boolean
  /** `note` takes lines that are not part of the output. */
  act(remote: Remote, given: CommandInput, note: (line: string) => void): Promise<readonly string[]>
}): Command {
  return {
    ...rest,
    options: [...options, ...remoteOptions],
    run: async (given) => {
      let response = ''
      const remote = connect(given, (text) => {
        response = text
      })
      const isJson = given.of(jsonOption)
      try {
        const notes: string[] = []
        const lines = await act(remote, given, (line) => notes.push(line))
        if (isJson) print(indentJson(response === '' ? '{}' : response))
        else {
          if (!showsClock) notes.push(...(await readTimeNotes(remote, lines)))
          print(lines.map((line) => `${isStyled ? line : neutralise(line)}\n`).join(''))
          // Notes go to stderr, because another program may read the rows. If the rows are lost, the notes
          // are left out.
          if (!(await isOutputLost())) for (const line of notes) complain(line)
        }
        return 0
      } catch (error) {
        return printRefusal(error, isJson)
      }
    },
  }
}

/** Prints a refusal of the simulator as JSON, if JSON was asked for, and returns the exit status. Throws all other errors. */
export function printRefusal(error: unknown, isJson: boolean): number {
  if (!isJson || !(error instanceof DrydockError)) throw error
  print(indentJson(JSON.stringify({ error: error.body })))
  return 1
}

/** Returns the account's time, if times are shown and the machine's clock differs. */
async function readTimeNotes({ account }: Remote, lines: readonly string[]): Promise<readonly string[]> {
  return lines.some((line) => /\dT\d\d:\d\d/.test(line))
    ? describeTimeDifference(await account.clock.get())
    : []
}

/** Formats JSON as --json prints it. */
export function indentJson(json: string): string {
  return json === '' ? '' : `${JSON.stringify(JSON.parse(json), null, 2)}\n`
}
