import { conditionFields, type Field, modeFields } from '../../src/simulator/faults/fields.ts'
import { everyTarget } from '../../src/simulator/faults/targets.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import { codeCell, withTable } from './tables.ts'

/** Returns the page of faults with its tables, made from the targets and fields. */
export function withFaultTables(page: string): string {
  const modes = everyTarget.flatMap(({ shownAs, modes }) =>
    Object.entries(modes).map(([name, { takes, latencyMs, does }]) => [
      shownAs.map(codeCell).join(', '),
      codeCell(name),
      takes
        .map((field) => (field === 'latency_ms' ? `${codeCell(field)} (${latencyMs})` : codeCell(field)))
        .join(', '),
      does,
    ]),
  )
  const fields = Object.entries<Field>({ ...modeFields, ...conditionFields }).map(([name, { meaning }]) => [
    codeCell(name),
    meaning,
  ])
  const withModes = withTable(page, '## Which targets and modes are there?', [
    ['target', 'mode', 'takes', 'what happens'],
    ...modes,
  ])
  const withFields = withTable(withModes, '## Which fields does a fault have?', [
    ['field', 'meaning'],
    ...fields,
  ])
  return withFields.replace(
    /^Carriers are .*, in any/m,
    `Carriers are ${joinWords(carrierNames.map(codeCell))}, in any`,
  )
}

function joinWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
