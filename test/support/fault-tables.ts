import { conditionFields, type Field, modeFields } from '../../src/simulator/faults/fields.ts'
import { everyTarget } from '../../src/simulator/faults/targets.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import { code, withTable } from './tables.ts'

/** Returns the page of faults with its tables, made from the targets and fields. */
export function withFaultTables(page: string): string {
  const modes = everyTarget.flatMap(({ shownAs, modes }) =>
    Object.entries(modes).map(([name, { takes, latencyMs, does }]) => [
      shownAs.map(code).join(', '),
      code(name),
      takes
        .map((field) => (field === 'latency_ms' ? `${code(field)} (${latencyMs})` : code(field)))
        .join(', '),
      does,
    ]),
  )
  const fields = Object.entries<Field>({ ...modeFields, ...conditionFields }).map(([name, { meaning }]) => [
    code(name),
    meaning,
  ])
  const withModes = withTable(page, '## Targets and modes', [
    ['target', 'mode', 'takes', 'what happens'],
    ...modes,
  ])
  const withFields = withTable(withModes, '## Its fields', [['field', 'meaning'], ...fields])
  return withFields.replace(
    /^Carriers are .*, in any/m,
    `Carriers are ${inWords(carrierNames.map(code))}, in any`,
  )
}

function inWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
