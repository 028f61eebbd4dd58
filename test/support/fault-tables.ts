import { conditionFields, type Field, modeFields } from '../../src/simulator/faults/fields.ts'
import { everyTarget } from '../../src/simulator/faults/targets.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import { renderCodeCell, replaceTable } from './tables.ts'

/** Returns the page docs/faults.md with its tables, made from the targets and fields of faults. */
export function insertFaultTables(page: string): string {
  const modes = everyTarget.flatMap(({ shownAs, modes }) =>
    Object.entries(modes).map(([name, { takes, latencyMs, does }]) => [
      shownAs.map(renderCodeCell).join(', '),
      renderCodeCell(name),
      takes
        .map((field) =>
          field === 'latency_ms' ? `${renderCodeCell(field)} (${latencyMs})` : renderCodeCell(field),
        )
        .join(', '),
      does,
    ]),
  )
  const fields = Object.entries<Field>({ ...modeFields, ...conditionFields }).map(([name, { meaning }]) => [
    renderCodeCell(name),
    meaning,
  ])
  const withModes = replaceTable(page, '## Which targets and modes are there?', [
    ['target', 'mode', 'takes', 'what happens'],
    ...modes,
  ])
  const withFields = replaceTable(withModes, '## Which fields does a fault have?', [
    ['field', 'meaning'],
    ...fields,
  ])
  return withFields.replace(
    /^Carriers are .*, in any/m,
    `Carriers are ${joinWords(carrierNames.map(renderCodeCell))}, in any`,
  )
}

function joinWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
