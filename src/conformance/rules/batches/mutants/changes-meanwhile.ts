import { changeSuccesses } from '../../../../variations/json-responses.ts'
import { withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, countUp, createMutantBuilder } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { adjustBalance, readLiveWallet } from '../../../proof/stateful/backdoor.ts'
import { addLabelFault, buildRepetitionMutant, listFaultModes } from '../../../proof/stateful/repeated.ts'
import {
  buildRefusingMutant,
  buildResponseMutant,
  buildStatefulMutant,
  openParsedAlteration,
  withError,
} from '../../../proof/stateful/stateful.ts'

type TextName = 'name' | 'zip'

/** Returns the items of a batch with the name or ZIP code of each recipient changed. */
const changeRecipientTexts = (items: unknown, field: TextName, change: (text: string) => string): unknown =>
  Array.isArray(items)
    ? items.filter(isObject).map((item) => {
        const to = item['to_address']
        return isObject(to) ? { ...item, to_address: { ...to, [field]: change(String(to[field])) } } : item
      })
    : items

/** Creates a deliberately broken service that changes the names or ZIP codes of recipients in created batches. */
const buildRecipientMutant = createMutantBuilder(
  ({ change, field = 'name' }: { readonly change: (text: string) => string; readonly field?: TextName }) =>
    openParsedAlteration(() => ({
      before: ({ request, operation, asked }) =>
        operation === 'createBatch'
          ? withJson(request, { ...asked, items: changeRecipientTexts(asked['items'], field, change) })
          : undefined,
    })),
)

/** Deliberately broken services in which a failure or an empty wallet stops a batch, or simultaneous requests buy it twice. */
export const changingBatchMutants: readonly Mutant[] = [
  buildStatefulMutant(
    'failing-item-ends-batch',
    'If one item of a batch fails, all its other items fail, too.',
  )
    .kills('BATCH-033')
    .by(() => ({
      before: async (asked) => {
        if (asked.operation !== 'buyBatch') return undefined
        if ((await listFaultModes(asked, 'labels')).length > 0) await addLabelFault(asked)
        return undefined
      },
      after: ({ operation, response }) => (operation === 'buyBatch' ? response : undefined),
    })),
  buildRecipientMutant('batch-names-cut', 'Recipient names of batches are cut after 60 characters.')
    .kills('BATCH-034')
    .by({ change: (name) => name.slice(0, 60) }),
  buildRecipientMutant('batch-names-escaped', 'Recipient names of batches have HTML entities.')
    .kills('BATCH-034')
    .by({ change: (name) => name.replaceAll('"', '&quot;') }),
  buildRecipientMutant('batch-zips-as-numbers', 'ZIP codes of batches lose their leading zeros.')
    .kills('BATCH-034')
    .by({ change: (zip) => zip.replace(/^0+/, ''), field: 'zip' }),
  buildStatefulMutant(
    'batch-remembers-failure',
    'A batch that is created while carriers fail never makes labels.',
  )
    .kills('BATCH-036')
    .by(() => {
      const doomed = new Set<unknown>()
      return {
        after: async (seen) => {
          if (seen.operation === 'createBatch' && (await listFaultModes(seen, 'labels')).length > 0)
            doomed.add(seen.json['id'])
          if (seen.operation !== 'buyBatch' || !doomed.has(seen.id)) return undefined
          await addLabelFault(seen)
          return seen.response
        },
      }
    }),
  buildResponseMutant('ninth-purchase-of-batch', 'The ninth purchase of the same batch is accepted.')
    .kills('BATCH-037')
    .by(() => {
      const bought = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'buyBatch') return undefined
        const count = countUp(bought, seen.id)
        return count === 9 ? { ...withJson(seen.response, { id: seen.id }), status: 202 } : undefined
      }
    }),
  buildRefusingMutant(
    'batch-needs-money-again',
    'A batch that was paid at its creation cannot be bought while the wallet is empty.',
  )
    .kills('BATCH-120')
    .by(() => ({
      refusal: [402, 'WALLET.INSUFFICIENT_BALANCE'],
      blocks: async ({ operation, isLive, wire, account }) =>
        operation === 'buyBatch' && isLive && (await readLiveWallet(wire, account)).cents === 0,
    })),
  buildStatefulMutant(
    'batches-at-once-unpaid',
    'If three live batches are created at once, the third is not charged.',
  )
    .kills('BATCH-118')
    .by(() => {
      let open = 0
      return {
        before: async ({ operation, isLive, wire, account, asked }) => {
          if (operation !== 'createBatch' || !isLive) return undefined
          open += 1
          const [item] = Array.isArray(asked['items']) ? asked['items'] : []
          if (open === 3) await adjustBalance(wire, account, Number(Object(item)['rate_cents']))
          return undefined
        },
        after: ({ operation, isLive, response }) => {
          if (operation !== 'createBatch' || !isLive) return undefined
          open -= 1
          return response
        },
      }
    }),
  buildRepetitionMutant(
    'sandbox-batches-want-money',
    'After a live batch was refused for lack of money, sandbox batches are refused, too.',
  )
    .kills('BATCH-118')
    .by({
      counts: ({ operation, code }) => operation === 'createBatch' && code === 'WALLET.INSUFFICIENT_BALANCE',
      most: 0,
      changes: (seen) =>
        seen.operation === 'createBatch' && seen.isGood && !seen.isLive
          ? withError(seen, [402, 'WALLET.INSUFFICIENT_BALANCE'])
          : undefined,
    }),
  buildMutant('cost-in-31-bits', 'The cost of a batch is cut to 31 bits.')
    .kills('BATCH-119')
    .by(
      changeSuccesses('createBatch', (json) => ({
        ...json,
        total_cost_cents: Number(json['total_cost_cents']) | 0,
      })),
    ),
]
