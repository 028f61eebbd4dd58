import { conditionFields, type Field, modeFields } from '../../src/simulator/faults/fields.ts'
import { everyTarget } from '../../src/simulator/faults/targets.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'

/** The page of faults with its tables as the targets and fields have them. */
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

/** A page in which the first table under a heading is another. */
function withTable(page: string, heading: string, rows: readonly (readonly string[])[]): string {
  const at = page.indexOf('\n|', page.indexOf(`${heading}\n`)) + 1
  const end = page.indexOf('\n\n', at)
  return page.slice(0, at) + tableOf(rows) + page.slice(end)
}

function tableOf([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}

function code(word: string): string {
  return `\`${word}\``
}
