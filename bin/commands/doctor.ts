import type { Check } from '../doctor/check.ts'
import { checkDataFile, checkNode, checkProxy } from '../doctor/machine-checks.ts'
import { checkAccount, checkAddress, checkTimeoutMs } from '../doctor/simulator-checks.ts'
import { file } from '../files/reader.ts'
import type { Command } from '../parsing/command.ts'
import { defineFlag, defineOption } from '../parsing/option.ts'
import { formatColumns } from '../printing/columns.ts'
import { print } from '../printing/output.ts'
import { accountOption, controlTokenOption, createRemoteSimulator, indentJson, urlOption } from '../remote.ts'

const json = defineFlag({ name: 'json', describe: 'print the checks as JSON' })
const data = defineOption({ name: 'data', describe: 'the data file that drydock serve uses', reader: file })

export const doctor: Command = {
  options: [urlOption, accountOption, controlTokenOption, data, json],
  examples: [
    { line: 'drydock doctor', does: 'Check this machine and the default account' },
    {
      line: 'drydock doctor --account ci --data drydock.data',
      does: 'Check also the account ci and a data file',
    },
  ],
  run: async (input) => {
    const { control, account, accounts } = createRemoteSimulator(input, undefined, checkTimeoutMs)
    const checks: Check[] = [
      checkNode(),
      checkProxy(control.url, process.env),
      checkDataFile(input.get(data)),
      await checkAddress(control.url, accounts.discover),
    ]
    // Checks of an account are possible only if a simulator responds.
    if (checks.every(({ id, status }) => id !== 'address' || status === 'ok'))
      checks.push(...(await checkAccount(account, control.url)))
    const problems = checks.filter(({ status }) => status === 'problem')
    if (input.get(json)) print(indentJson(JSON.stringify({ problems: problems.length, checks })))
    else print(`${checks.flatMap(describeCheck).join('\n')}\n`)
    return problems.length === 0 ? 0 : 1
  },
}

function describeCheck({ status, message, advice }: Check): readonly string[] {
  return formatColumns([
    [status.padEnd('problem'.length), message],
    ...(advice === null ? [] : [[' '.repeat('problem'.length), advice]]),
  ])
}
