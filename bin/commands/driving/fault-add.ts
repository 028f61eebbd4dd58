import type { FaultBody } from '../../../src/simulator/bodies/control/faults.ts'
import { conditionFields, type Field, modeFields } from '../../../src/simulator/faults/fields.ts'
import { joinWithOr } from '../../../src/simulator/faults/target.ts'
import { everyTarget, faultModes, faultTargets } from '../../../src/simulator/faults/targets.ts'
import { errorCodes } from '../../../src/simulator/specification/errors.ts'
import {
  createChoiceReader,
  createIntegerReader,
  createTextReaderWithCompletions,
  duration,
  probability,
  type Reader,
  text,
} from '../../files/reader.ts'
import type { CommandInput } from '../../parsing/command.ts'
import { defineArgument, defineOption } from '../../parsing/option.ts'
import { formatFault } from '../../printing/fault-line.ts'
import { defineRemoteCommand } from '../../remote.ts'

const target = defineArgument({
  name: 'TARGET',
  describe: joinWithOr(everyTarget.flatMap(({ shownAs }) => shownAs)),
  reader: createTextReaderWithCompletions(faultTargets),
})

const mode = defineArgument({
  name: 'MODE',
  describe: everyTarget.map(({ label, modes }) => `${label}: ${Object.keys(modes).join(', ')}`).join('; '),
  reader: createTextReaderWithCompletions(faultModes),
})

const operation = defineOption({
  name: 'operation',
  describe: everyTarget.flatMap(({ operationsHelp }) => operationsHelp ?? []).join('; '),
  reader: text,
})

const fields = Object.entries({ ...modeFields, ...conditionFields }).map(([name, field]) =>
  defineOption({
    name: name.replaceAll('_', '-'),
    describe: field.help,
    reader: name === 'code' ? createTextReaderWithCompletions(errorCodes) : createFieldReader(field),
  }),
)

function createFieldReader(field: Field): Reader<unknown> {
  switch (field.kind) {
    case 'text':
      return text
    case 'choice':
      return createChoiceReader(field.choices)
    case 'whole':
      return createIntegerReader(field)
    case 'fraction':
      return probability
    case 'duration':
      return duration
  }
}

export const faultAdd = defineRemoteCommand({
  arguments: [target, mode],
  options: [operation, ...fields],
  examples: [
    { line: 'drydock fault add carrier:UPS down --lasts 10m', does: 'Take UPS down for ten minutes' },
    {
      line: 'drydock fault add api reset --operation "POST /v1/labels" --phase after --times 1',
      does: 'Lose the response to the next purchase, although the label is bought',
    },
  ],
  act: async ({ control, account }, input) => {
    // The command does not check target and mode, because a simulator of another version may know more of them.
    const path = `/accounts/${encodeURIComponent(account.id)}/faults`
    const fault = await control.fetchJson<FaultBody>({ method: 'POST', path, body: readFault(input) })
    return [
      formatFault(fault)
        .filter((cell) => cell !== '')
        .join('  '),
    ]
  },
})

function readFault(input: CommandInput) {
  const set = [operation, ...fields].flatMap((each): [string, unknown][] => {
    const value = input.get<unknown>(each)
    return value === undefined ? [] : [[each.field, value]]
  })
  return { target: input.get(target), mode: input.get(mode), ...Object.fromEntries(set) }
}
