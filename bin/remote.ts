import { type AccountControls, openAccount } from '../src/client/account.ts'
import { type Accounts, openAccounts } from '../src/client/accounts.ts'
import { type Control, openControl } from '../src/client/control.ts'
import { DrydockError } from '../src/client/drydock-error.ts'
import { neutralise } from '../src/conformance/report/neutral-text.ts'
import { noteOnTime } from './account-time.ts'
import type { Command, CommandInput } from './command.ts'
import { flag, option, optionWithDefault } from './option.ts'
import { complain, isOutputLost, print } from './output.ts'
import { baseUrl, secret, text } from './reader.ts'

export const urlOption = optionWithDefault({
  name: 'url',
  describe: 'the simulator to drive',
  reader: baseUrl,
  otherwise: 'http://127.0.0.1:4010',
})

const accountOption = optionWithDefault({
  name: 'account',
  describe: 'the account it is about',
  reader: text,
  otherwise: 'default',
})

export const controlTokenOption = option({
  name: 'control-token',
  describe: 'the token the simulator was started with',
  reader: secret,
})

export const jsonOption = flag({ name: 'json', describe: 'print the answer as JSON, as the protocol has it' })

export const remoteOptions = [urlOption, accountOption, controlTokenOption, jsonOption]

/** A running simulator, as a command drives it. */
export interface Remote {
  readonly control: Control
  readonly account: AccountControls
  readonly accounts: Accounts
}

export function connect(given: CommandInput, onAnswer?: (text: string) => void): Remote {
  const control = openControl({
    url: given.of(urlOption),
    token: given.of(controlTokenOption),
    ...(onAnswer !== undefined && { onAnswer }),
  })
  return { control, account: openAccount(control, given.of(accountOption)), accounts: openAccounts(control) }
}

/** A command that drives a running simulator: `act` makes its calls and gives the lines that a person reads. */
export function remoteCommand({
  act,
  options = [],
  tellsClocks = false,
  isStyled = false,
  ...rest
}: Omit<Command, 'options' | 'run'> & {
  readonly options?: Command['options']
  /** Whether its lines say themselves what time it is for whom. */
  readonly tellsClocks?: boolean
  /** Whether its lines have colours, and what others wrote in them is harmless already. */
  readonly isStyled?: boolean
  /** `note` takes what is told beside the rows. */
  act(remote: Remote, given: CommandInput, note: (line: string) => void): Promise<readonly string[]>
}): Command {
  return {
    ...rest,
    options: [...options, ...remoteOptions],
    run: async (given) => {
      let answer = ''
      const remote = connect(given, (text) => {
        answer = text
      })
      const isJson = given.of(jsonOption)
      try {
        const notes: string[] = []
        const lines = await act(remote, given, (line) => notes.push(line))
        if (isJson) print(indented(answer === '' ? '{}' : answer))
        else {
          if (!tellsClocks) notes.push(...(await notesOn(remote, lines)))
          print(lines.map((line) => `${isStyled ? line : neutralise(line)}\n`).join(''))
          // Not among the rows, which may be on their way to another program; of rows that are lost there is nothing to say.
          if (!(await isOutputLost())) for (const line of notes) complain(line)
        }
        return 0
      } catch (error) {
        if (!isJson || !(error instanceof DrydockError)) throw error
        print(indented(JSON.stringify({ error: error.body })))
        return 1
      }
    },
  }
}

/** What time it is for the account, where its times are shown and the wall has another. */
async function notesOn({ account }: Remote, lines: readonly string[]): Promise<readonly string[]> {
  return lines.some((line) => /\dT\d\d:\d\d/.test(line)) ? noteOnTime(await account.clock.get()) : []
}

/** An answer as --json prints it. */
export function indented(json: string): string {
  return json === '' ? '' : `${JSON.stringify(JSON.parse(json), null, 2)}\n`
}
