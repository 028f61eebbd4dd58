import {
  describeSpecificationGap,
  type OfferedVariation,
  offeredVariations,
} from '../../src/variations/offered.ts'
import { findNamedVariations } from '../../src/vary-setting.ts'
import { text } from '../files/reader.ts'
import type { Command } from '../parsing/command.ts'
import { defineFlag, defineOption } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { formatColumns } from '../printing/columns.ts'
import { print } from '../printing/output.ts'

const explain = defineOption({ name: 'explain', describe: 'print all about this variation', reader: text })

const json = defineFlag({ name: 'json', describe: 'print JSON' })

export const variations: Command = {
  options: [explain, json],
  examples: [
    { line: 'drydock variations', does: 'List all variations, and where the specification is silent' },
    {
      line: 'drydock variations --explain uuids',
      does: 'Explain why a client must work with this variation',
    },
  ],
  run: async (input) => {
    const chosen = listNamedVariations(input.of(explain))
    if (input.of(json)) print(`${JSON.stringify({ variations: chosen.map(toVariationRecord) }, null, 2)}\n`)
    else if (input.of(explain) === undefined) print(`${formatVariationList(chosen).join('\n')}\n`)
    else print(`${chosen.map(explainVariation).join('\n')}\n`)
    return 0
  },
}

function listNamedVariations(id: string | undefined): readonly OfferedVariation[] {
  if (id === undefined) return offeredVariations
  const reading = findNamedVariations([id])
  if ('problem' in reading) throw new UsageError(`--explain ${reading.problem}.`)
  return reading.variations
}

function toVariationRecord({ id, what, silent, offered: { changes, because } }: OfferedVariation) {
  return { id, what, silent, changes, because }
}

function formatVariationList(variations: readonly OfferedVariation[]): readonly string[] {
  return formatColumns(variations.map(({ id, what, silent }) => [id, describeSpecificationGap(silent), what]))
}

function explainVariation({ id, what, silent, offered: { changes, because } }: OfferedVariation): string {
  return [
    id,
    ...formatColumns([
      ['  what is otherwise', what],
      ['  specification silent', describeSpecificationGap(silent)],
      ['  why bear it', because],
      ['  cannot be combined with others of', changes.join(', ')],
      ['  try it', `drydock serve --vary ${id}`],
    ]),
  ].join('\n')
}
