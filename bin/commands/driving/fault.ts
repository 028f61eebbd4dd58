import { text } from '../../files/reader.ts'
import { optionalArgument } from '../../parsing/option.ts'
import { formatColumns } from '../../printing/columns.ts'
import { showFault } from '../../printing/fault-line.ts'
import { remoteCommand } from '../../remote.ts'

const id = optionalArgument({
  name: 'ID',
  describe: 'the id of the fault (all faults by default)',
  reader: text,
})

export const faultList = remoteCommand({
  examples: [{ line: 'drydock fault list', does: 'All faults, and how often each was triggered' }],
  act: async ({ account }, _given, note) => {
    const faults = await account.faults.list()
    if (faults.length === 0) note('No faults.')
    return formatColumns(faults.map(showFault))
  },
})

export const faultClear = remoteCommand({
  arguments: [id],
  examples: [
    { line: 'drydock fault clear', does: 'Remove all faults' },
    { line: 'drydock fault clear flt_k2', does: 'Remove only this fault' },
  ],
  act: async ({ account }, given) => {
    const wanted = given.of(id)
    await (wanted === undefined ? account.faults.clear() : account.faults.remove(wanted))
    return [wanted === undefined ? 'All faults are removed.' : `${wanted} is removed.`]
  },
})
