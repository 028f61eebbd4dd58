import { receiverCases } from '../../src/conformance/receiver/catalogue.ts'
import { findings } from '../../src/review/findings/catalogue.ts'
import { offeredVariations } from '../../src/variations/offered.ts'
import { fragileClients } from '../clients/fragile-clients.ts'
import planted from '../clients/review/planted.json' with { type: 'json' }
import { timedReceivers, wrongReceivers } from './conformance/wrong-receivers.ts'
import { renderCodeCell, replaceTable } from './tables.ts'

/**
 * Returns the page docs/caught-mistakes.md with its tables. They list, for each finding of the review and each case of
 * the examination, a client or receiver of the tests whose mistake it catches.
 */
export function insertCaughtMistakeTables(page: string): string {
  const mistakes = Object.entries(planted).flatMap(([client, made]) =>
    Object.entries(made).map(([id, mistake]) => ({ id, client, mistake })),
  )
  const withFindings = replaceTable(page, '## Findings of the review', [
    ['finding', 'client', 'its mistake'],
    ...findings.map(({ id }) => {
      const made = mistakes.find((each) => each.id === id)
      return [renderCodeCell(id), made?.client ?? '', made?.mistake ?? '']
    }),
  ])
  const withCases = replaceTable(withFindings, '## Cases of the receiver examination', [
    ['case', 'a receiver that'],
    ...receiverCases.map(({ id }) => {
      // For each case, the receiver that fails this case and the fewest others.
      const caught = wrongReceivers
        .filter(([, , fails]) => fails.includes(id))
        .toSorted(([, , fails], [, , others]) => fails.length - others.length)
        .slice(0, 2)
      const timed = timedReceivers.filter(([, fails]) => fails === id)
      return [renderCodeCell(id), [...caught, ...timed].map(([what]) => what).join('; ')]
    }),
  ])
  return replaceTable(withCases, '## Variations', [
    ['variation', 'what its client assumes'],
    ...offeredVariations.map(({ id }) => [renderCodeCell(id), fragileClients[id]?.[0] ?? '']),
  ])
}
