import { text } from '../../files/reader.ts'
import { defineOptionalArgument } from '../../parsing/option.ts'
import { formatColumns } from '../../printing/columns.ts'
import { formatFault } from '../../printing/fault-line.ts'
import { defineRemoteCommand } from '../../remote.ts'

const id = defineOptionalArgument({
  name: 'ID',
  describe: 'the id of the fault (all faults by default)',
  reader: text,
})

export const faultList = defineRemoteCommand({
  examples: [{ line: 'drydock fault list', does: 'List all faults, and how often each was triggered' }],
  act: async ({ account }, _given, note) => {
    const faults = await account.faults.list()
    if (faults.length === 0) note('No faults.')
    return formatColumns(faults.map(formatFault))
  },
})

export const faultClear = defineRemoteCommand({
  arguments: [id],
  examples: [
    { line: 'drydock fault clear', does: 'Remove all faults' },
    { line: 'drydock fault clear flt_k2', does: 'Remove only this fault' },
  ],
  act: async ({ account }, input) => {
    const wanted = input.get(id)
    await (wanted === undefined ? account.faults.clear() : account.faults.remove(wanted))
    return [wanted === undefined ? 'All faults are removed.' : `${wanted} is removed.`]
  },
})
